import { dayOf } from '#contract/shanghai.ts';
import type { Settings } from '../base/settings.ts';
import { inTransaction } from '../base/transaction.ts';
import { figuresOf } from '../counting/counters.ts';
import { alertAdmins } from '../messages/outbox.ts';

type Budget = Pick<Settings<'system'>, 'task'>;

/** What the tasks of a day have cost so far, in the provider's coins: of those that have ended. */
const coinsOn = async (day: string): Promise<number> =>
  Math.round((await figuresOf([day])).get(day)?.['coins'] ?? 0);

/** Database round trips: 1 where there is a budget. */
export const isBudgetSpent = async ({ task }: Budget, now: number): Promise<boolean> =>
  task.dailyCoins > 0 && (await coinsOn(dayOf(now))) >= task.dailyCoins;

const NEAR = 0.8;
const near = { event: 'budgetNear' } as const;
const spent = { event: 'budgetSpent' } as const;
/** The last message of this instance; its id keeps others from sending it again. */
let announced = '';

/** Alerts administrators once a day that the budget is near its end, and once that it is spent. */
export const watchBudget = async ({ task: { dailyCoins } }: Budget): Promise<void> => {
  if (dailyCoins === 0) return;
  const day = dayOf(Date.now());
  const coins = await coinsOn(day);
  if (coins < dailyCoins * NEAR) return;
  const alert = coins < dailyCoins ? near : spent;
  const key = `${day}_${dailyCoins}`;
  if (announced === `${alert.event} ${key}`) return;
  const values = { coins: String(coins), most: String(dailyCoins) };
  await inTransaction(transaction =>
    alertAdmins(transaction, { ...alert, key, values, path: 'settings?tab=system' }),
  );
  announced = `${alert.event} ${key}`;
};

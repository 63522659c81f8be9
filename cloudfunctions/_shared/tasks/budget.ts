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
/** What this instance has told; the message's id keeps others from telling it again. */
let told = '';

/** Tells administrators once a day that the budget is near its end, and once that it is spent. */
export const watchBudget = async ({ task: { dailyCoins } }: Budget): Promise<void> => {
  if (dailyCoins === 0) return;
  const day = dayOf(Date.now());
  const coins = await coinsOn(day);
  if (coins < dailyCoins * NEAR) return;
  const event = coins < dailyCoins ? 'budgetNear' : 'budgetSpent';
  const key = `${day}_${dailyCoins}`;
  if (told === `${event} ${key}`) return;
  const values = { coins: String(coins), most: String(dailyCoins) };
  await inTransaction(transaction =>
    alertAdmins(transaction, { event, key, values, path: 'settings?tab=system' }),
  );
  told = `${event} ${key}`;
};

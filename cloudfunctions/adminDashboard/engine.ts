import { templateRunNames } from '#contract/dashboard.ts';
import type { ActionInput } from '#contract/index.ts';
import { DAY_MS, dayOf } from '#contract/shanghai.ts';
import { _ } from '../_shared/base/cloud.ts';
import { settingsOf } from '../_shared/base/settings.ts';
import { readCounters, sumOf } from '../_shared/counting/counters.ts';
import { apiKeys, keyDays, MOST_KEYS } from '../_shared/tasks/keys.ts';
import { tasks } from '../_shared/tasks/tasks.ts';
import { daysOf, figuresOver, pick } from './period.ts';

/** Days of a key's figures, and the most rows that they make. */
const KEY_DAYS = 7;
const MOST_ROWS = 1_000;

/** The price of 1,000 coins in fen; 0 while it is not set. */
export const coinPrice = async () => (await settingsOf('system')).task.coinPriceFen;

/** The queue and the keys now: a few small pages. Database round trips: 1. */
export const getEngine = async () => {
  const since = dayOf(Date.now() - (KEY_DAYS - 1) * DAY_MS);
  const [waiting, [oldest], keys, taken, used, { task }] = await Promise.all([
    tasks.count({ status: 'queued' }),
    tasks.find(
      { status: 'queued' },
      { sort: [['createTime', 'asc']], limit: 1, fields: ['createTime'] },
    ),
    apiKeys.find({}, { sort: [['createTime', 'asc']], limit: MOST_KEYS }),
    tasks.find({ slotKey: _.gt('') }, { limit: MOST_ROWS, fields: ['slotKey'] }),
    keyDays.find({ day: _.gte(since) }, { limit: MOST_ROWS }),
    settingsOf('system'),
  ]);
  const today = dayOf(Date.now());
  const runningOf = (id: string) => taken.filter(({ slotKey }) => slotKey === id).length;
  const usedBy = (id: string, figure: 'tasks' | 'fail' | 'coins') =>
    used
      .filter(({ apiKeyId }) => apiKeyId === id)
      .reduce((sum, row) => sum + Math.round(row[figure] ?? 0), 0);
  const active = keys.filter(({ status }) => status === 'active');
  return {
    waiting,
    oldestTime: oldest?.createTime ?? null,
    running: taken.length,
    slots: active.reduce((sum, { maxConcurrency }) => sum + maxConcurrency, 0),
    coinPriceFen: task.coinPriceFen,
    coinsToday: Math.round(
      used.filter(({ day }) => day === today).reduce((sum, { coins = 0 }) => sum + coins, 0),
    ),
    dailyCoins: task.dailyCoins,
    keys: keys.map(({ _id, name, pool, status, maxConcurrency, restUntil }) => ({
      _id,
      name,
      pool,
      status,
      maxConcurrency,
      restUntil: restUntil ?? null,
      running: runningOf(_id),
      tasks: usedBy(_id, 'tasks'),
      failed: usedBy(_id, 'fail'),
      coins: usedBy(_id, 'coins'),
    })),
  };
};

/** What the counters call the figures of one template. */
const namesOf = (templateId: string): Record<(typeof templateRunNames)[number], string> => ({
  succeeded: `ok_${templateId}`,
  failed: `fail_${templateId}`,
  credits: `credits_${templateId}`,
  coins: `coins_${templateId}`,
  earnedFen: `earned_${templateId}`,
});

export const getTemplateRuns = async ({
  templateId,
  ...asked
}: ActionInput<'adminDashboard', 'getTemplateRuns'>) => {
  const days = daysOf(asked, Date.now());
  const [{ templates }, coinPriceFen] = await Promise.all([
    readCounters(days.all, ['templates']),
    coinPrice(),
  ]);
  const names = namesOf(templateId);
  return { ...figuresOver(templates, days, templateRunNames, names), coinPriceFen };
};

export const getTemplateFigures = async ({
  templateIds,
  ...asked
}: ActionInput<'adminDashboard', 'getTemplateFigures'>) => {
  const { current } = daysOf(asked, Date.now());
  const [{ templates }, coinPriceFen] = await Promise.all([
    readCounters(current, ['templates']),
    coinPrice(),
  ]);
  const sums = sumOf(templates, current);
  const list = [...new Set(templateIds)].map(templateId => ({
    templateId,
    ...pick(sums, templateRunNames, namesOf(templateId)),
  }));
  return { list, coinPriceFen };
};

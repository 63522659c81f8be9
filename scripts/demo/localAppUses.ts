import { hashOf } from '#cloudfunctions/_shared/base/ids.ts';
import type { LocalApp } from '#contract/localApp.ts';
import { DAY } from './record.ts';
import type { DemoUser, LedgerLine } from './users.ts';

export type DemoApp = Pick<LocalApp, '_id' | 'name' | 'costCredits' | 'useCount' | 'createTime'>;

/** Users whom no example or test names. */
const FIRST_USER = 40;
const EVERY = 17;

/** Uses of the local apps that cost credits, one a user, taken with their gifts: nothing else raises their counts. */
export const demoAppUses = (apps: DemoApp[], users: DemoUser[], now: number): LedgerLine[] => {
  const sold = apps.filter(({ costCredits }) => costCredits > 0);
  for (const app of sold) app.useCount = 0;
  return users.flatMap(({ _id: userId, status, createTime }, at) => {
    const app = sold[at % sold.length];
    const isUsing = at >= FIRST_USER && at % EVERY === 0 && status === 'normal';
    if (!app || !isUsing) return [];
    app.useCount += 1;
    const since = Math.max(createTime, app.createTime);
    return {
      _id: `use_${hashOf([userId, app._id], 24)}_gift`,
      userId,
      kind: 'consume',
      bucket: 'gift',
      delta: -app.costCredits,
      refType: 'localApp',
      refId: app._id,
      reason: app.name,
      createTime: Math.min(now - 60_000, since + (at % 9) * DAY + DAY / 2),
    };
  });
};

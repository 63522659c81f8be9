import { dayAfter } from '#contract/shanghai.ts';
import { _ } from '../_shared/base/cloud.ts';
import { environment } from '../_shared/base/environment.ts';
import {
  dayClaims,
  freshDay,
  newestDay,
  reconciliationDays,
} from '../_shared/reconciliation/records.ts';
import { nextDay, work } from '../_shared/reconciliation/run.ts';
import { hasMerchant } from '../_shared/wechatPay/settings.ts';

/** Yesterday, as soon as it has a bill, and earlier days that were not compared. */
const addDays = async (): Promise<void> => {
  const now = Date.now();
  const newest = newestDay(now);
  const wanted = Array.from({ length: environment.RECONCILIATION_DAYS_BACK + 1 }, (_unused, at) =>
    dayAfter(newest, -at),
  );
  const known = await reconciliationDays.find(
    { _id: _.in(wanted) },
    { limit: wanted.length, fields: ['_id'] },
  );
  const there = new Set(known.map(({ _id }) => _id));
  const missing = wanted.filter(day => !there.has(day));
  if (missing.length === 0 || !(await hasMerchant())) return;
  for (const day of missing) await reconciliationDays.insertUnlessThere(freshDay(day, now), day);
};

/** Due days, the longest waiting first, until none is left or the time is up. */
export const reconcile = async () => {
  const deadline = Date.now() + environment.RECONCILIATION_BUDGET_MS;
  await addDays();
  return { worked: await dayClaims.workOnAll('reconciliation', deadline, work, nextDay) };
};

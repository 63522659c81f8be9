import { DAY_MS, dayOf, startOf } from '#contract/shanghai.ts';
import { taskStatuses } from '#contract/taskStates.ts';
import { _ } from '../_shared/base/cloud.ts';
import { repository, type Stored } from '../_shared/base/repository.ts';
import { countWithin, STRETCH, stretches } from '../_shared/base/stretches.ts';
import { orders, ordersWith } from '../_shared/orders/orders.ts';
import { apiKeys, keyDays, MOST_KEYS } from '../_shared/tasks/keys.ts';
import { tasks } from '../_shared/tasks/tasks.ts';

/**
 * Figures that something rests on, and that are counted after what they count: a call that is killed in between loses
 * one. Counted anew from the records, and written only as they were read, so that what is counted meanwhile stays.
 */

const MOST_PACKAGES = 1_000;

/** What was sold before is not counted again: what a killed call lost was found by then. */
const COUNTED_AGAIN_MS = 7 * DAY_MS;

interface StoredPackage extends Stored {
  soldCount: number;
  /** How many were paid before an instant, counted once. */
  soldBefore?: { count: number; time: number };
}
const packages = repository<StoredPackage>('packages');

const salesOf = async (refId: string, from: number, to: number): Promise<number> => {
  const sold = { 'items.refId': refId, 'fulfil.status': 'done' };
  return countWithin(orders, sold, 'payTime', from, to);
};

type Before = NonNullable<StoredPackage['soldBefore']>;
const nothing: Before = { count: 0, time: 0 };

/** How often a package was sold; what was paid some days ago is added to what is known, or counted anew. */
const recounted = async (_id: string, known: Before, isAnew = false): Promise<number> => {
  const until = Date.now() - COUNTED_AGAIN_MS;
  let before = known;
  if (isAnew || until - known.time > DAY_MS) {
    before = { count: known.count + (await salesOf(_id, known.time, until)), time: until };
    await packages.note(_id, { soldBefore: before });
  }
  return before.count + (await salesOf(_id, before.time, Date.now() + 1));
};

/** How often each package was sold. */
const recountPackages = async (): Promise<number> => {
  const all = await packages.find(
    {},
    { limit: MOST_PACKAGES, fields: ['soldCount', 'soldBefore'] },
  );
  let corrected = 0;
  for (const { _id, soldCount, soldBefore = nothing } of all) {
    let sold = await recounted(_id, soldBefore);
    // An old order that was fulfilled late is not among them.
    if (sold < soldCount) sold = await recounted(_id, nothing, true);
    if (sold === soldCount) continue;
    const [latest] = await orders.find(
      { ...ordersWith(_id), payTime: _.gt(0) },
      { sort: [['payTime', 'desc']], limit: 1, fields: ['payTime'] },
    );
    const isWritten = await packages.compareAndSet(
      _id,
      { soldCount },
      { soldCount: sold, lastSoldTime: latest?.payTime ?? null },
    );
    if (isWritten) corrected += 1;
  }
  return corrected;
};

/** What keys with a daily limit have used today. */
const recountKeys = async (): Promise<number> => {
  const keys = await apiKeys.find(
    { dailyCoinsCap: _.gt(0) },
    { limit: MOST_KEYS, fields: ['dailyCoinsCap'] },
  );
  const day = dayOf(Date.now());
  const from = startOf(day);
  let corrected = 0;
  for (const { _id: apiKeyId } of keys) {
    const id = `${apiKeyId}_${day}`;
    const ofKey = { apiKeyId, status: _.in(Object.keys(taskStatuses)) };
    const row = await keyDays.get(id);
    const spent = async (createTime: unknown) => {
      const ended = { ...ofKey, createTime, finishTime: _.gt(0) };
      const [used] = await tasks.sums(ended, ['coins'], null, STRETCH);
      return { count: used?.count ?? 0, coins: used?.sums.coins ?? 0 };
    };
    const whole = await spent(_.gte(from).and(_.lt(from + DAY_MS)));
    let { coins } = whole;
    if (whole.count > STRETCH) {
      coins = 0;
      for await (const within of stretches(tasks, ofKey, 'createTime', from, from + DAY_MS))
        coins += (await spent(within)).coins;
    }
    if (coins === (row?.coins ?? 0)) continue;
    const isWritten = row
      ? await keyDays.compareAndSet(id, { coins: row.coins ?? 0 }, { coins })
      : await keyDays.insertUnlessThere({ apiKeyId, day, coins }, id);
    if (isWritten) corrected += 1;
  }
  return corrected;
};

export const recountFigures = async () => ({
  packages: await recountPackages(),
  keys: await recountKeys(),
});

import type { Package } from '#contract/package.ts';
import { DAY_MS, dayOf, startOf } from '#contract/shanghai.ts';
import { taskStatuses } from '#contract/taskStates.ts';
import { _ } from '../_shared/base/cloud.ts';
import { repository, type Stored } from '../_shared/base/repository.ts';
import { orders, ordersWith } from '../_shared/orders/orders.ts';
import { apiKeys, MOST_KEYS } from '../_shared/tasks/keys.ts';
import { tasks } from '../_shared/tasks/tasks.ts';

/**
 * Figures that something rests on, and that are counted after what they count: a call that is killed in between loses
 * one. Counted anew from the records, and written only as they were read, so that what is counted meanwhile stays.
 */

const packages = repository<Package & Stored>('packages');
const MOST_PACKAGES = 1_000;

/** How often each package was sold. */
const recountPackages = async (): Promise<number> => {
  const all = await packages.find({}, { limit: MOST_PACKAGES, fields: ['soldCount'] });
  let corrected = 0;
  for (const { _id, soldCount } of all) {
    const sold = await orders.count({ 'items.refId': _id, 'fulfil.status': 'done' });
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

interface KeyDay extends Stored {
  coins?: number;
}
const keyDays = repository<KeyDay>('apiKeyUsageDaily');

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
    const [row, [used]] = await Promise.all([
      keyDays.get(id),
      tasks.sums(
        {
          apiKeyId,
          status: _.in(Object.keys(taskStatuses)),
          createTime: _.gte(from).and(_.lt(from + DAY_MS)),
          finishTime: _.gt(0),
        },
        ['coins'],
        null,
      ),
    ]);
    const coins = used?.sums.coins ?? 0;
    if (coins === (row?.coins ?? 0)) continue;
    const isWritten = row
      ? await keyDays.compareAndSet(id, { coins: row.coins ?? 0 }, { coins })
      : await keyDays.insertUnlessThere({ apiKeyId, day, coins } as never, id);
    if (isWritten) corrected += 1;
  }
  return corrected;
};

export const recountFigures = async () => ({
  packages: await recountPackages(),
  keys: await recountKeys(),
});

import { slaStatuses } from '#contract/printOrderStates.ts';
import { actors } from '#contract/sentences/actors.ts';
import { printOrderSentences } from '#contract/sentences/printOrders.ts';
import { DAY_MS } from '#contract/shanghai.ts';
import { closed, erasePrintPhotos } from '../_shared/accounts/printPhotos.ts';
import { systemActor } from '../_shared/base/actor.ts';
import { _ } from '../_shared/base/cloud.ts';
import { endOfRun } from '../_shared/base/due.ts';
import { eachDue, findDue } from '../_shared/base/eachDue.ts';
import { environment } from '../_shared/base/environment.ts';
import { ActionError } from '../_shared/base/errors.ts';
import { settingsOf } from '../_shared/base/settings.ts';
import { completePrintOrder } from '../_shared/orders/completePrint.ts';
import { orders } from '../_shared/orders/orders.ts';
import { printOrders, type StoredPrintOrder } from '../_shared/prints/records.ts';
import { followDue } from '../_shared/shipping/run.ts';
import { users } from '../_shared/users/ledger.ts';

const PAGE = 100;

/** Completes parcels that were not confirmed for ten days. */
export const completeArrived = async () => {
  const actor = systemActor(actors.system, 'worker', 'arrivals');
  const arrived = { status: 'shipped' };
  const { done: completed, passedOver } = await eachDue({
    find: page =>
      findDue(printOrders, 'shipTime', arrived, page, Date.now() - environment.PRINT_COMPLETE_MS),
    work: async print => {
      try {
        await completePrintOrder(print, actor, printOrderSentences.confirmedAfterTime);
        return true;
      } catch (error) {
        if (error instanceof ActionError) return false;
        throw error;
      }
    },
    until: endOfRun(),
  });
  return { completed, passedOver };
};

/** Marks print orders whose deadline has passed; those on hold are never overdue. */
export const markOverdue = async () => {
  const until = endOfRun();
  let marked = 0;
  for (const status of slaStatuses) {
    for (;;) {
      const now = Date.now();
      const unmarked = { status, overdue: false };
      const shown = { limit: PAGE, fields: ['_id'] };
      const page = await findDue(printOrders, 'slaTime', unmarked, shown, now);
      const ids = page.map(({ _id }) => _id);
      const guard = { ...unmarked, slaTime: _.lte(now) };
      marked += await printOrders.compareAndSetMany(ids, guard, { overdue: true });
      if (page.length < PAGE || Date.now() >= until) break;
    }
  }
  return { marked };
};

/** Not while money may go back, after which it begins anew, nor while an unfinished task may read one. */
const erase = async (print: StoredPrintOrder, before: number): Promise<boolean> => {
  const { _id, orderId, reprintOf, userId } = print;
  const [order, user] = await Promise.all([
    orderId && !reprintOf ? orders.get(orderId) : null,
    users.get(userId),
  ]);
  if (order?.openRefundId || user?.activeTasks?.length) return false;
  const nextTime = order?.lastRefundTime ?? 0;
  if (nextTime > before) await printOrders.note(_id, { 'logistics.nextTime': nextTime });
  else await erasePrintPhotos(print, systemActor(actors.system, 'worker', 'expireFiles'));
  return true;
};

/** Erases the photos of print orders that were closed as long ago as the settings say. @returns of how many */
export const erasePhotos = async (until: number): Promise<number> => {
  const { printPhotoDays } = (await settingsOf('system')).retention;
  const before = Date.now() - printPhotoDays * DAY_MS;
  const query = { status: _.in(closed) };
  const { done } = await eachDue({
    find: page => findDue(printOrders, 'logistics.nextTime', query, page, before),
    work: print => erase(print, before),
    until,
  });
  return done;
};

/** Asks where parcels are. */
export const askCarriers = () =>
  followDue(endOfRun(), systemActor(actors.system, 'worker', 'parcels'));

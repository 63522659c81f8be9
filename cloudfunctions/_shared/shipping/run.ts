import type { Actor } from '../base/actor.ts';
import { report } from '../base/log.ts';
import { inParallel } from '../base/parallel.ts';
import { due, orders } from '../orders/orders.ts';
import { printOrders } from '../prints/records.ts';
import { miniProgram } from '../weChat/miniProgram.ts';
import { followParcel } from './logistics.ts';
import { uploadOrder } from './upload.ts';

const PAGE = 40;

/**
 * One page after the other until there is nothing more or the time is over; what was handled is no longer due. Without a
 * mini-program nothing is sent.
 */
const untilNone = async <R extends { _id: string }>(
  until: number,
  page: () => Promise<R[]>,
  handle: (record: R) => Promise<void>,
): Promise<{ handled: number }> => {
  let handled = 0;
  if (!(await miniProgram())) return { handled };
  for (;;) {
    const found = await page();
    await inParallel(found, record =>
      handle(record).catch((error: unknown) => report('left for the next run', error, record._id)),
    );
    handled += found.length;
    if (found.length < PAGE || Date.now() >= until) return { handled };
  }
};

/** Tells WeChat of deliveries. Runs may overlap. */
export const uploadDue = (until: number) =>
  untilNone(
    until,
    () =>
      orders.find(
        { 'upload.status': 'waiting', 'upload.nextTime': due(Date.now()) },
        { sort: [['upload.nextTime', 'asc']], limit: PAGE },
      ),
    uploadOrder,
  );

/** Asks WeChat where parcels are. */
export const followDue = (until: number, actor: Actor) =>
  untilNone(
    until,
    () =>
      printOrders.find(
        { status: 'shipped', 'logistics.nextTime': due(Date.now()) },
        { sort: [['logistics.nextTime', 'asc']], limit: PAGE },
      ),
    print => followParcel(print, actor),
  );

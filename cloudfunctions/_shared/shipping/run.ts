import type { Actor } from '../base/actor.ts';
import { findDue } from '../base/eachDue.ts';
import { reporting } from '../base/log.ts';
import { inParallel } from '../base/parallel.ts';
import { orders } from '../orders/orders.ts';
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
      handle(record).catch(reporting('left for the next run', record._id)),
    );
    handled += found.length;
    if (found.length < PAGE || Date.now() >= until) return { handled };
  }
};

/** Reports deliveries to WeChat. Runs may overlap. */
export const uploadDue = (until: number) =>
  untilNone(
    until,
    () => findDue(orders, 'upload.nextTime', { 'upload.status': 'waiting' }, { limit: PAGE }),
    uploadOrder,
  );

/** Asks WeChat where parcels are. */
export const followDue = (until: number, actor: Actor) =>
  untilNone(
    until,
    () => findDue(printOrders, 'logistics.nextTime', { status: 'shipped' }, { limit: PAGE }),
    print => followParcel(print, actor),
  );

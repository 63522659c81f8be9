import { slaStatuses } from '#contract/printOrderStates.ts';
import { dayAfter } from '#contract/shanghai.ts';
import { approvals } from '../approvals/records.ts';
import { _ } from '../base/cloud.ts';
import { nextBeat } from '../base/due.ts';
import { environment } from '../base/environment.ts';
import type { Repository, Stored } from '../base/repository.ts';
import { settingsOf } from '../base/settings.ts';
import { valueAt } from '../base/valueAt.ts';
import type { NextTimes } from '../base/worker.ts';
import { batches } from '../codes/codes.ts';
import { compensations } from '../compensations/records.ts';
import { exportJobs } from '../exports/jobs.ts';
import { messages } from '../messages/messages.ts';
import { goods } from '../orders/goods.ts';
import { orders } from '../orders/orders.ts';
import { archives } from '../prints/archives.ts';
import { printOrders } from '../prints/records.ts';
import { billTime, newestDay, reconciliationDays } from '../reconciliation/records.ts';
import { polledRefunds } from '../refunds/poll.ts';
import { refunds } from '../refunds/refunds.ts';
import { tasks } from '../tasks/tasks.ts';
import { templates } from '../templates/records.ts';
import { users } from '../users/ledger.ts';
import { videos } from '../vod/videos.ts';
import { miniProgram } from '../weChat/miniProgram.ts';
import { hasMerchant } from '../wechatPay/settings.ts';

/**
 * When each job has something to do next, as its records say: asked when it has run, and by the sweep, which makes good
 * what a crash has kept from being marked. One entry of an index each.
 */

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** The earliest of a field's times among the records; null without one. */
const earliest = async <R extends Stored>(
  records: Repository<R>,
  query: Record<string, unknown>,
  field: string,
): Promise<number | null> => {
  const [first] = await records.find(
    { ...query, [field]: _.gt(0) },
    { sort: [[field, 'asc']], limit: 1, fields: [field] },
  );
  return first ? (valueAt(first, field) as number) : null;
};

const soonest = async (times: Promise<number | null>[]): Promise<number | null> => {
  const known = (await Promise.all(times)).filter(time => time !== null);
  return known.length > 0 ? Math.min(...known) : null;
};

const firstArrival = async (): Promise<number | null> => {
  const shipped = await earliest(printOrders, { status: 'shipped' }, 'shipTime');
  return shipped === null ? null : shipped + environment.PRINT_COMPLETE_MS;
};

/** What could not be done just now is left alone for a while. */
const resting = async (time: Promise<number | null>, ms: number): Promise<number | null> => {
  const known = await time;
  const now = Date.now();
  return known !== null && known <= now ? now + ms : known;
};

/** Those that wait, and those whose worker has died. */
const claimable = async <R extends Stored & { claimUntil: number }>(records: Repository<R>) => {
  const [first] = await records.find(
    { status: _.in(['queued', 'running']) },
    { sort: [['claimUntil', 'asc']], limit: 1, fields: ['claimUntil'] },
  );
  return first?.claimUntil ?? null;
};

const LOOKED_AT = 10;

const tasksNext = async (): Promise<number | null> => {
  const [due, [waiting]] = await Promise.all([
    tasks.find(
      { nextPollTime: _.gt(0) },
      {
        sort: [['nextPollTime', 'asc']],
        limit: LOOKED_AT,
        fields: ['nextPollTime', 'status'],
      },
    ),
    tasks.find({ status: 'queued' }, { limit: 1, fields: ['_id'] }),
  ]);
  const beat = nextBeat(Date.now());
  // The generator reports what it has made; it is asked as well because reports get lost, and that may wait for the beat.
  const reports = environment.HTTP_ACCESS_URL !== '';
  const times = due.map(({ nextPollTime, status }) =>
    reports && status === 'running' ? Math.max(nextPollTime, beat) : nextPollTime,
  );
  // A waiting task gets the slot of one that ends in the same run; what else frees one, the beat finds.
  return waiting || times.length > 0 ? Math.min(...times, ...(waiting ? [beat] : [])) : null;
};

/** Without a mini-program no message goes out: the times stay as they are. */
const ofMiniProgram = async (time: Promise<number | null>): Promise<number | null> => {
  const known = await resting(time, 5 * MINUTE);
  if (known === null || (await miniProgram())) return known;
  return Math.max(known, Date.now() + HOUR);
};

const reconciliationNext = async (): Promise<number | null> => {
  const now = Date.now();
  const newest = newestDay(now);
  const [due, isSet, there] = await Promise.all([
    resting(earliest(reconciliationDays, {}, 'nextTime'), MINUTE),
    hasMerchant(),
    reconciliationDays.get(newest),
  ]);
  if (!isSet) return due;
  const bill = there ? billTime(dayAfter(newest)) : now;
  return Math.min(due ?? bill, bill);
};

/** Once an hour all that is sold is looked through: a mark may have been lost. */
const goodsNext = async (): Promise<number | null> => {
  const { virtual } = await settingsOf('payment');
  if (!virtual.enabled) return null;
  const due = await resting(earliest(goods, {}, 'nextTime'), 5_000);
  return Math.min(due ?? Infinity, Date.now() + HOUR);
};

export const nextTimes: NextTimes = {
  tasks: tasksNext,
  messages: () => earliest(messages, { status: 'waiting' }, 'nextTime'),
  orders: () =>
    resting(
      soonest([
        earliest(orders, { status: 'pending' }, 'expireTime'),
        earliest(orders, { status: 'pending' }, 'askTime'),
        earliest(orders, { 'fulfil.status': 'pending' }, 'fulfil.nextTime'),
        earliest(orders, { 'fulfil.status': 'failed' }, 'fulfil.nextTime'),
      ]),
      MINUTE,
    ),
  // One that is due and stays so is in another's turn.
  refunds: () =>
    resting(
      soonest(polledRefunds.map(status => earliest(refunds, { status }, 'nextQueryTime'))),
      5_000,
    ),
  uploads: () => ofMiniProgram(earliest(orders, { 'upload.status': 'waiting' }, 'upload.nextTime')),
  virtualGoods: goodsNext,
  videos: () =>
    resting(
      soonest(
        [{ status: 'processing' }, { status: 'deleting' }, { coverPending: true }].map(query =>
          earliest(videos, query, 'nextPollTime'),
        ),
      ),
      MINUTE,
    ),
  codeBatches: async () => {
    const kinds = _.in(['generate', 'disable', 'extend']);
    const [open] = await batches.find({ 'job.kind': kinds }, { limit: 1, fields: ['_id'] });
    return open ? Date.now() : null;
  },
  approvals: () => resting(earliest(approvals, { status: 'waiting' }, 'expireTime'), 5 * MINUTE),
  compensations: () => claimable(compensations),
  closings: () => earliest(users, {}, 'closingTime'),
  enableUsers: () => resting(earliest(users, { status: 'disabled' }, 'disabledUntil'), 5 * MINUTE),
  parcels: () => ofMiniProgram(earliest(printOrders, { status: 'shipped' }, 'logistics.nextTime')),
  arrivals: () => resting(firstArrival(), HOUR),
  overdue: () =>
    soonest(
      slaStatuses.map(status => earliest(printOrders, { status, overdue: false }, 'slaTime')),
    ),
  templateTimes: () => resting(earliest(templates, {}, 'moveAt'), MINUTE),
  exports: () => claimable(exportJobs),
  printArchives: () => claimable(archives),
  reconciliation: reconciliationNext,
};

import type { FileRow } from '#cloudfunctions/_shared/base/files.ts';
import type { StoredCode } from '#cloudfunctions/_shared/codes/codes.ts';
import type {
  StoredCompensation,
  StoredCompensationRow,
} from '#cloudfunctions/_shared/compensations/records.ts';
import type { StoredMessage } from '#cloudfunctions/_shared/messages/messages.ts';
import type { StoredOrder } from '#cloudfunctions/_shared/orders/orders.ts';
import type { StoredPrintOrder } from '#cloudfunctions/_shared/prints/records.ts';
import type { StoredRefund } from '#cloudfunctions/_shared/refunds/refunds.ts';
import { isUnapproved } from '#cloudfunctions/_shared/refunds/schedule.ts';
import type { StoredApiKey } from '#cloudfunctions/_shared/tasks/keys.ts';
import type { StoredTask } from '#cloudfunctions/_shared/tasks/tasks.ts';
import type { StoredUser } from '#cloudfunctions/_shared/users/ledger.ts';
import type { PayChannel } from '#contract/payChannels.ts';
import { isActiveTask } from '#contract/taskStates.ts';
import type { LedgerEntry } from '#contract/user.ts';
import { backgroundConfigs } from '../../scripts/build/platform.ts';
import { checkApprovals, checkLimits } from './approvers.ts';
import { checkBought } from './buyers.ts';
import { checkCompensated } from './compensators.ts';
import { demand, sum } from './demand.ts';
import { checkGrantsTaken, type GrantRecords, nothingForNothing } from './grants.ts';
import { brokenByLeavers } from './leavers.ts';
import { linesIn } from './refundWish.ts';
import type { World } from './world.ts';

/** Nothing is sent for a refund after its void was confirmed. */
const nothingSentAfterVoid = ({ gateway, voided }: World) => {
  for (const { call, number, time } of gateway.sent.slice(-5))
    demand(
      call !== 'refund' || !(time > (voided.get(number) ?? Infinity)),
      () => `${number} was sent after its void had been confirmed`,
    );
};

/** What a single purchase asks for by itself: the money of a task without a result. */
const byItself = (refunds: StoredRefund[]) =>
  refunds.filter(({ idemKey }) => idemKey.startsWith('no_result_')).length;

/** The gateway pays no number twice, and no more for an order than people confirmed. */
const paidNoMoreThanConfirmed = ({ gateway, voided, wishes }: World, refunds: StoredRefund[]) => {
  for (const { outRefundNo, paidOut } of gateway.gateway.refunds.values())
    demand(paidOut <= 1, () => `${outRefundNo} was paid out ${paidOut} times`);
  const ours = refunds.filter(({ isTheirs }) => !isTheirs);
  for (const orderId of new Set(ours.map(row => row.orderId))) {
    const its = ours.filter(row => row.orderId === orderId);
    demand(
      byItself(its) <= 1 && its.length - byItself(its) <= (wishes.get(orderId) ?? 0),
      () => `${orderId} has ${its.length} refunds, ${wishes.get(orderId) ?? 0} were asked for`,
    );
    const confirmed = sum(
      its.filter(refund => !voided.has(refund._id) && !isUnapproved(refund)),
      row => row.amountFen,
    );
    const paid = sum(
      [...gateway.gateway.refunds.values()].filter(
        row => row.outTradeNo === its[0]!.orderNo && row.outRefundNo.startsWith('RF'),
      ),
      row => row.paidOut * row.amountFen,
    );
    demand(
      paid <= confirmed,
      () => `${orderId}: ${paid} fen were paid out, ${confirmed} were confirmed`,
    );
  }
};

const sumsOfOrders = (orders: StoredOrder[], refunds: StoredRefund[]) => {
  for (const order of orders) {
    const its = refunds.filter(({ orderId }) => orderId === order._id);
    const refunded = sum(
      its.filter(({ status }) => status === 'success'),
      row => row.amountFen,
    );
    const refunding = sum(
      its.filter(({ reserved }) => reserved),
      row => row.amountFen,
    );
    demand(
      order.refundedFen === refunded,
      () => `${order._id}: refundedFen ${order.refundedFen}, its refunds make ${refunded}`,
    );
    demand(
      order.refundingFen === refunding,
      () => `${order._id}: refundingFen ${order.refundingFen}, its refunds make ${refunding}`,
    );
    demand(
      refunded + refunding <= order.payFen,
      () => `${order._id}: more is refunded than was paid`,
    );
  }
};

/** What is counted of each line is what its refunds name, and no line goes back more often than it was ordered. */
const linesGoBackOnce = (
  orders: StoredOrder[],
  prints: StoredPrintOrder[],
  refunds: StoredRefund[],
) => {
  for (const { _id, items, amountFen } of refunds)
    demand(
      items.length === 0 || sum(items, item => item.amountFen) === amountFen,
      () => `${_id} is about ${amountFen} fen, its items make another sum`,
    );
  for (const order of orders) {
    const counted = refunds
      .filter(({ orderId, reserved, status }) => {
        return orderId === order._id && (reserved || status === 'success');
      })
      .flatMap(({ items }) => items);
    if (counted.length === 0 && order.refundItems.length === 0) continue;
    const lines = linesIn(order, prints);
    for (const [at, { qty: ordered }] of lines.entries()) {
      const its = counted.filter(({ itemIndex }) => itemIndex === at);
      const noted = order.refundItems.find(({ itemIndex }) => itemIndex === at);
      const [qty, amountFen] = [sum(its, item => item.qty), sum(its, item => item.amountFen)];
      demand(
        qty === (noted?.qty ?? 0) && amountFen === (noted?.amountFen ?? 0),
        () => `${order._id}: line ${at} notes ${noted?.qty ?? 0}, its refunds make ${qty}`,
      );
      demand(qty <= ordered, () => `${order._id}: line ${at} goes back ${qty} of ${ordered} times`);
    }
  }
};

const creditsAreTheirLines = (users: StoredUser[], lines: LedgerEntry[]) => {
  for (const { _id, credits } of users)
    for (const bucket of ['paid', 'gift'] as const) {
      const its = lines.filter(line => line.userId === _id && line.bucket === bucket);
      const total = sum(its, ({ delta }) => delta);
      demand(
        credits[bucket] === total,
        () => `${_id}: ${credits[bucket]} ${bucket} credits, the lines make ${total}`,
      );
    }
};

/** What a code grants, it grants once and to one. */
const codesAreGrantedOnce = (codes: StoredCode[], lines: LedgerEntry[]) => {
  for (const { _id, status, usedBy } of codes) {
    const its = lines.filter(({ refId }) => refId === _id);
    demand(its.length <= 1, () => `${_id} was granted ${its.length} times`);
    const to = its[0]?.userId ?? null;
    demand(
      (status === 'used') === (to !== null) && to === (usedBy?.userId ?? null),
      () =>
        `${_id} is ${status} by ${usedBy?.userId ?? 'nobody'} and was granted to ${to ?? 'nobody'}`,
    );
  }
};

const isOfTask = (line: LedgerEntry, task: StoredTask) =>
  line.refType === 'task' && line.refId === task._id;

/** What a task costs is taken once, and given back once if it is given back. */
const tasksArePaidOnce = (tasks: StoredTask[], lines: LedgerEntry[]) => {
  for (const task of tasks) {
    const its = lines.filter(line => isOfTask(line, task));
    const held = task.held.paid + task.held.gift;
    const owed = task.isRefunded ? 0 : -held;
    const total = sum(its, ({ delta }) => delta);
    demand(
      total === owed,
      () => `${task._id} is ${task.status}: its lines make ${total}, not ${owed}`,
    );
  }
};

/** A key has no more tasks than slots, and the generator was asked for each once. */
const slotsAreRespected = ({ generator }: World, tasks: StoredTask[]) => {
  const taken = tasks.map(({ slot }) => slot);
  demand(new Set(taken).size === taken.length, () => `a slot is taken twice: ${taken.join()}`);
  for (const [url, count] of Object.entries(generator.core.seen().createsByWebhook))
    demand(count === 1, () => `${url} was created ${count} times`);
};

/** Free tasks leave a fifth of the slots of the keys in use to those who pay, with one slot at least for themselves. */
const freeTasksLeaveTheirShare = (keys: StoredApiKey[], tasks: StoredTask[]) => {
  const active = keys.filter(({ status }) => status === 'active');
  const slots = sum(active, ({ maxConcurrency }) => maxConcurrency);
  const most = Math.max(1, Math.floor(slots * 0.8));
  const held = tasks.filter(
    ({ slotKey, rank }) => rank?.startsWith('1') && active.some(({ _id }) => _id === slotKey),
  );
  demand(
    held.length <= most,
    () => `free tasks have ${held.map(({ slot }) => slot).join()} of ${slots} slots`,
  );
};

/** Longer than a run of the engine can have known a queue. */
const STALE_MS = backgroundConfigs['worker']!.timeout * 1_000;

/** Nobody is given a slot while a task of a lower rank has waited since before the queue was read. */
const slotsAreGivenByRank = (now: number, known: Known, tasks: StoredTask[]) => {
  const before = known.waiting;
  known.waiting = new Map(
    tasks
      .filter(({ status }) => status === 'queued')
      .map(({ _id, pool, rank }) => [
        _id,
        { pool, rank: rank ?? '', since: before.get(_id)?.since ?? now },
      ]),
  );
  for (const { _id, status, pool, rank = '' } of tasks) {
    if (status !== 'submitting' || !before.has(_id)) continue;
    for (const [other, waits] of known.waiting)
      demand(
        waits.pool !== pool || waits.rank > rank || now - waits.since <= STALE_MS,
        () => `${_id} is given a slot before ${other}: ${rank}, ${waits.rank}`,
      );
  }
};

export interface Known {
  refunds: StoredRefund[];
  /** Ids of the ledger's lines. */
  lines: Set<string>;
  /** When the story began. */
  begin: number;
  /** The waiting tasks after the last step, and since when each of them waits. */
  waiting: Map<string, { pool: string; rank: string; since: number }>;
}

/** A task that begins or ends changes its user. */
const ofGrants = ['users', 'orders', 'refunds', 'creditLedger'] as const;

const grantRecords = async ({ rows }: World): Promise<GrantRecords> => ({
  users: await rows<StoredUser>('users'),
  orders: await rows<StoredOrder>('orders'),
  refunds: await rows<StoredRefund>('refunds'),
  tasks: await rows<StoredTask>('tasks'),
  lines: await rows<LedgerEntry>('creditLedger'),
});

/** After every step; what is stored is read only when it has changed. */
export const checkStep = async (world: World, known: Known): Promise<void> => {
  const { changed, rows } = world;
  nothingSentAfterVoid(world);
  if (changed.size > 0) {
    if (changed.has('refunds') || changed.has('orders')) {
      known.refunds = await rows<StoredRefund>('refunds');
      const orders = await rows<StoredOrder>('orders');
      sumsOfOrders(orders, known.refunds);
      linesGoBackOnce(orders, await rows<StoredPrintOrder>('printOrders'), known.refunds);
    }
    if (['users', 'creditLedger', 'activationCodes'].some(name => changed.has(name))) {
      const lines = await rows<LedgerEntry>('creditLedger');
      creditsAreTheirLines(await rows<StoredUser>('users'), lines);
      codesAreGrantedOnce(await rows<StoredCode>('activationCodes'), lines);
    }
    if (changed.has('tasks') || changed.has('creditLedger')) {
      const tasks = await rows<StoredTask>('tasks');
      tasksArePaidOnce(tasks, await rows<LedgerEntry>('creditLedger'));
      slotsAreRespected(world, tasks);
      freeTasksLeaveTheirShare(await rows<StoredApiKey>('apiKeys'), tasks);
      slotsAreGivenByRank(world.scheduler.now(), known, tasks);
    }
    if (ofGrants.some(name => changed.has(name)))
      checkGrantsTaken(await grantRecords(world), {
        seen: known.lines,
        begin: known.begin,
        now: world.scheduler.now(),
      });
    changed.clear();
  }
  paidNoMoreThanConfirmed(world, known.refunds);
};

const throughGateway = (payChannel: PayChannel) => ['wxpay', 'virtual'].includes(payChannel);

/** The states at the gateway that match each of ours at the end; null: unknown to the gateway. */
const agreeing: Record<string, (string | null)[]> = {
  success: ['SUCCESS'],
  closed: ['CLOSED', null],
  voided: [null],
  abnormal: ['ABNORMAL'],
  // Refused for good: a person decides what happens next.
  request_failed: [null, 'CLOSED'],
  processing: ['PROCESSING'],
};

/** What happened is announced once, or twice where an answer was lost; and nothing else is. */
const checkMessages = (
  rows: StoredMessage[],
  arrived: Map<string, number>,
  refunds: StoredRefund[],
) => {
  const toUsers = rows.filter(({ channel }) => channel === 'subscribe');
  for (const { _id, status, isUnsure } of toUsers) {
    const times = arrived.get(_id) ?? 0;
    demand(status !== 'waiting', () => `${_id} still waits after a day`);
    demand(times <= 2, () => `${_id} was sent ${times} times`);
    demand(status !== 'sent' || times > 0, () => `${_id} is sent and never arrived`);
    demand(times < 2 || isUnsure, () => `${_id} was sent twice, and nobody knows`);
  }
  for (const id of arrived.keys())
    demand(
      toUsers.some(({ _id }) => _id === id),
      () => `${id} arrived and is about nothing`,
    );
  for (const { _id, status, openid, successTime, createTime } of refunds) {
    const isNotified = toUsers.some(message => message._id === `refundDone_${_id}`);
    const isDuring = successTime !== null && successTime >= createTime;
    const isHis = status === 'success' && isDuring && !openid.includes(':');
    demand(!isHis || isNotified, () => `nobody is informed that ${_id} has arrived`);
    demand(
      !isNotified || status === 'success',
      () => `${_id} is ${status}, and reported as arrived`,
    );
  }
};

/** At the end, after a day has passed. */
export const checkEnd = async (world: World) => {
  const { gateway, storage, rows, answers, weChat } = world;
  const refunds = await rows<StoredRefund>('refunds');
  for (const { _id, refundId, isTheirs, status, outcomeUnknown, payChannel, approval } of refunds) {
    if (!throughGateway(payChannel) || approval === 'waiting') continue;
    const number = isTheirs ? refundId : _id;
    const gatewayStatus = gateway.gateway.refunds.get(number)?.status ?? null;
    demand(
      (agreeing[status] ?? []).includes(gatewayStatus),
      () => `${_id} is ${status} here and ${gatewayStatus ?? 'unheard of'} at the gateway`,
    );
    demand(!outcomeUnknown, () => `${_id}: after a day nobody knows what became of it`);
  }
  for (const { outRefundNo, status } of gateway.gateway.refunds.values())
    demand(
      outRefundNo.startsWith('RF') ||
        status !== 'SUCCESS' ||
        refunds.some(({ refundId, status: is }) => refundId === outRefundNo && is === 'success'),
      () => `${outRefundNo} was refunded there, and nobody knows`,
    );
  for (const { _id, orderNo, status, payChannel } of await rows<StoredOrder>('orders')) {
    const trade = gateway.gateway.trades.get(orderNo);
    if (!throughGateway(payChannel) || !trade) continue;
    const paid = trade.successTime !== null;
    demand(
      paid === !['pending', 'closed'].includes(status),
      () => `${_id} is ${status} here and ${trade.state} at the gateway`,
    );
  }
  checkMessages(await rows<StoredMessage>('messages'), weChat.arrived(), refunds);
  checkTasks(
    await rows<StoredTask>('tasks'),
    await rows<StoredUser>('users'),
    await rows<FileRow>('files'),
    storage.contents,
  );
  checkPrints(answers, await rows<StoredPrintOrder>('printOrders'));
  checkBought(await rows<StoredOrder>('orders'), await rows<StoredTask>('tasks'), refunds);
  checkCompensated(
    await rows<StoredCompensation>('compensations'),
    await rows<StoredCompensationRow>('compensationRows'),
    await rows<LedgerEntry>('creditLedger'),
  );
  await checkApprovals(world);
  await checkLimits(world);
  const deleted = (await rows<StoredUser>('users')).filter(({ status }) => status === 'deleted');
  nothingForNothing(await grantRecords(world));
  checkGrants(
    await rows<StoredOrder>('orders'),
    await rows<LedgerEntry>('creditLedger'),
    new Set(deleted.map(({ _id }) => _id)),
  );
  const broken = await brokenByLeavers(world);
  demand(broken === '', () => broken);
};

/** How much later than it should the engine may come to end a task that has waited too long. */
const LATE_MS = 300_000;

/** How long it was in the queue without a break. */
const longestWait = (history: StoredTask['history']) =>
  Math.max(
    0,
    ...history.map(({ to, time }, at) =>
      to === 'queued' ? (history[at + 1]?.time ?? Infinity) - time : 0,
    ),
  );

/** Each has an end: with its pictures, or with its credits back; nothing of it is left at the provider. */
const checkTasks = (
  tasks: StoredTask[],
  users: StoredUser[],
  files: FileRow[],
  stored: Map<string, Buffer>,
) => {
  for (const task of tasks) {
    const { _id, status, isRefunded, outputs, slotKey, nextPollTime, costCredits } = task;
    const { history, plan } = task;
    demand(!isActiveTask(status), () => `${_id} is still ${status} after a day`);
    const waited = longestWait(history);
    demand(
      waited <= plan.queueSec * 1_000 + LATE_MS,
      () => `${_id} has waited for ${waited / 1_000} s`,
    );
    demand(
      slotKey === '' && nextPollTime === 0,
      () => `${_id} is ${status} and has slot ${slotKey}, due ${nextPollTime}`,
    );
    const kept = [...stored.keys()].filter(path => path.split('/')[2] === _id);
    if (status !== 'succeeded') {
      demand(
        isRefunded === costCredits > 0,
        () => `${_id} is ${status} and was not paid back ${costCredits}`,
      );
      demand(
        outputs.length === 0 && kept.length === 0,
        () => `${_id} is ${status} and paid back, and its pictures stay: ${kept.join()}`,
      );
      continue;
    }
    // Erased, by its user or with the account.
    if (task.visibleTo === '') continue;
    demand(
      kept.length === outputs.length,
      () => `${_id} names ${outputs.length} of ${kept.join()}`,
    );
    demand(outputs.length > 0, () => `${_id} has succeeded without a picture`);
    for (const { filePath } of outputs) {
      demand(stored.has(filePath), () => `${filePath} of ${_id} is not in the storage`);
      const row = files.find(file => file.filePath === filePath);
      demand(row?.status === 'active', () => `${filePath} of ${_id} is ${row?.status ?? 'gone'}`);
    }
  }
  for (const { _id, activeTasks } of users)
    demand(!activeTasks?.length, () => `${_id} still counts ${String(activeTasks)}`);
};

const checkPrints = (answers: World['answers'], prints: StoredPrintOrder[]) => {
  for (const { _id, status } of prints) {
    const cancelled = answers.some(
      answer => answer.data['id'] === _id && answer.code === 0 && answer.status === 'cancelled',
    );
    demand(
      !cancelled || status === 'cancelled',
      () => `${_id} is ${status}, and a caller was answered that it is cancelled`,
    );
  }
};

/** What was paid was handed out, once. */
const checkGrants = (orders: StoredOrder[], lines: LedgerEntry[], deleted: Set<string>) => {
  for (const { _id, type, status, fulfil, userId, openRefundId } of orders) {
    if (type !== 'package' || !['paid', 'completed', 'refunded'].includes(status)) continue;
    // Administrators are informed of what a deleted user cannot get (`leavers.ts`).
    if (deleted.has(userId) && fulfil.status === 'failed') continue;
    const isOpen = openRefundId !== '';
    const isPaidBack = status === 'refunded' && fulfil.status === 'none';
    demand(
      fulfil.status === 'done' || isPaidBack || (isOpen && fulfil.status === 'pending'),
      () => `${_id} is ${status} and was not handed out`,
    );
    const bought = lines.filter(({ refId, kind }) => refId === _id && kind === 'buy');
    // Those of before the story have no lines.
    demand(
      _id < 'ord_3' || bought.length === (fulfil.status === 'done' ? 1 : 0),
      () => `${_id} was handed out ${bought.length} times`,
    );
  }
};

import type { PayChannel } from '#contract/payChannels.ts';
import { BILL_DAYS, noFigures } from '#contract/reconciliation.ts';
import { reconciliationSentences } from '#contract/sentences/reconciliation.ts';
import { DAY_MS, dayAfter, startOf } from '#contract/shanghai.ts';
import { unclaimed } from '../base/claim.ts';
import { _ } from '../base/cloud.ts';
import { findDue } from '../base/eachDue.ts';
import { environment } from '../base/environment.ts';
import { ActionError } from '../base/errors.ts';
import { inTransaction } from '../base/transaction.ts';
import { alertAdmins } from '../messages/outbox.ts';
import { orders } from '../orders/orders.ts';
import { refunds } from '../refunds/refunds.ts';
import { wechatPay } from '../wechatPay/client.ts';
import { type Bills, openBills, type TradeBill } from './bills.ts';
import {
  addPayment,
  addRefund,
  billsOfPayment,
  billsOfRefund,
  comparePayment,
  compareRefund,
  ORDER_FIELDS,
  type OwnOrder,
  type OwnRefund,
  REFUND_FIELDS,
  unknownPayment,
  unknownRefund,
} from './compare.ts';
import { afterPayment, afterRefund, chunkOf, otherChannels, paymentsOn, refundsOn } from './own.ts';
import {
  billTime,
  dayClaims,
  type Finding,
  type Progress,
  reconciliationDays,
  type StoredDay,
  type VirtualFigures,
} from './records.ts';
import { pagesOf } from './spool.ts';
import { statusOf } from './statusOf.ts';
import { countDifferences, resolveRest, storeFindings } from './store.ts';
import { BillError, BillLater } from './table.ts';
import type { BillRow } from './tradeBill.ts';
import { type Asked, recordsOf, virtualRows } from './virtualBill.ts';

const NO_BILL = 'none';
/** A single failure may be the network's. */
const DAMAGED_BILLS = 3;

/** Another worker has claimed the day, or it was restarted. */
class ClaimLost extends Error {}

/** The day due for longest without a claim. */
export const nextDay = async (): Promise<StoredDay | undefined> => {
  const now = Date.now();
  const unclaimedDays = { claimUntil: _.lt(now) };
  return (await findDue(reconciliationDays, 'nextTime', unclaimedDays, { limit: 1 }, now))[0];
};

const advance = async (day: StoredDay, patch: Partial<StoredDay>): Promise<StoredDay> => {
  const moved = await dayClaims.advance(day, { ...patch, attempts: 0 });
  if (!moved) throw new ClaimLost();
  return moved;
};

/**
 * Works on a claimed day until it is compared or the time is up; the next run continues. After a crash one page is
 * repeated, and finds the same differences again. If something is not available, the day becomes due again later.
 */
export const work = async (claimed: StoredDay, deadline: number): Promise<void> => {
  // It breaks off repeatedly without a known reason.
  if (claimed.attempts > environment.RECONCILIATION_ATTEMPTS)
    return postpone(claimed, reconciliationSentences.interrupted, true);
  let bills: Bills | undefined;
  try {
    bills = await openBills(await wechatPay());
    await compareDay(claimed, bills, deadline);
  } catch (error) {
    if (error instanceof ClaimLost) return;
    if (error instanceof BillLater) await postpone(claimed, error.sentence, false);
    else if (error instanceof BillError)
      await postpone(claimed, error.sentence, claimed.attempts >= DAMAGED_BILLS);
    // The merchant's settings are incomplete: the message says so.
    else if (error instanceof ActionError) await postpone(claimed, error.message, true);
    else throw error;
  } finally {
    await bills?.close();
  }
};

/** Due again later; after many failed attempts a person has to look at it. */
const postpone = (day: StoredDay, failure: string, hasFailed: boolean): Promise<void> => {
  const isLast = day.attempts >= environment.RECONCILIATION_ATTEMPTS;
  return dayClaims.giveBack(day, {
    failure,
    status: hasFailed || isLast ? 'failed' : 'waiting',
    nextTime: isLast ? null : Date.now() + environment.RECONCILIATION_RETRY_MS,
  });
};

const compareDay = async (claimed: StoredDay, bills: Bills, deadline: number): Promise<void> => {
  const bill = await bills.trade(claimed._id);
  const hash = bill?.hash ?? NO_BILL;
  let day = claimed;
  if (day.work?.hash !== hash) {
    const begun: Progress = {
      hash,
      phase: 'theirs',
      line: 0,
      after: null,
      ours: noFigures,
      virtual: null,
    };
    day = await advance(day, { work: begun, run: day.run + 1 });
  }
  for (let phase = day.work!.phase; phase !== 'done'; phase = day.work!.phase) {
    const step = STEPS[phase];
    day = await step(day, bill, bills, deadline);
    if (Date.now() <= deadline) continue;
    return dayClaims.giveBack(day, {});
  }
  await finish(day, bill, bills);
};

/** Runs one phase until it is complete or the time is up. */
type Step = (
  day: StoredDay,
  bill: TradeBill | null,
  bills: Bills,
  deadline: number,
) => Promise<StoredDay>;

/** Compares each row of the bill with our record of its number, on whichever day we recorded it. */
const theirs: Step = async (begun, bill, _bills, deadline) => {
  let day = begun;
  const size = environment.RECONCILIATION_PAGE_ROWS;
  const pages = bill ? pagesOf(bill.file, size, day.work!.line) : [];
  for await (const page of pages) {
    const ours = { ...day.work!.ours };
    const findings = await comparePage(page, ours);
    await storeFindings(day._id, day.run, findings);
    day = await advance(day, {
      work: { ...day.work!, ours, line: day.work!.line + page.length },
    });
    if (Date.now() > deadline) return day;
  }
  return advance(day, { work: { ...day.work!, phase: 'payments', after: null, line: 0 } });
};

const byNumbers = async (numbers: string[]): Promise<Map<string, OwnOrder>> => {
  if (numbers.length === 0) return new Map();
  const query = { orderNo: _.in(numbers) };
  const found = await orders.find(query, { limit: numbers.length, fields: ORDER_FIELDS });
  return new Map(found.map(order => [order.orderNo, order]));
};

const byRefundNumbers = async (numbers: string[]): Promise<Map<string, OwnRefund>> => {
  // What is no id of ours is no refund of ours.
  const ids = numbers.filter(number => number !== '');
  if (ids.length === 0) return new Map();
  const query = { _id: _.in(ids) };
  const found = await refunds.find(query, { limit: ids.length, fields: REFUND_FIELDS });
  return new Map(found.map(refund => [refund._id, refund]));
};

const comparePage = async (page: BillRow[], ours: Progress['ours']): Promise<Finding[]> => {
  const [paid, back] = [
    page.filter(({ of }) => of === 'payment'),
    page.filter(({ of }) => of === 'refund'),
  ];
  const [ownOrders, ownRefunds] = await Promise.all([
    byNumbers(paid.map(({ number }) => number)),
    byRefundNumbers(back.map(({ number }) => number)),
  ]);
  const strange = back.filter(({ number }) => !ownRefunds.has(number));
  const theirOrders = await byNumbers([...new Set(strange.map(({ orderNo }) => orderNo))]);
  return [
    ...paid.map(row => comparePayment(row, ownOrders.get(row.number), ours)),
    ...back.map(row =>
      compareRefund(row, ownRefunds.get(row.number), theirOrders.get(row.orderNo), ours),
    ),
  ].filter(finding => finding !== null);
};

interface OwnKind<T> {
  of: BillRow['of'];
  page(payChannel: PayChannel, day: string, after: Progress['after']): Promise<T[]>;
  positionOf(item: T): Progress['after'];
  numberOf(item: T): string;
  billsOf(item: T): string[];
  toFinding(item: T): Omit<Finding, 'isWaiting'>;
  add(figures: Progress['ours'], fen: number): void;
}

/** Removes the records that a bill names. */
const removeBilled = async (
  { file }: TradeBill,
  of: BillRow['of'],
  left: Map<string, unknown>,
): Promise<void> => {
  for await (const page of pagesOf(file, environment.RECONCILIATION_PAGE_ROWS)) {
    for (const row of page) if (row.of === of) left.delete(row.number);
    if (left.size === 0) return;
  }
};

/**
 * Our records of the day that neither its bill nor a neighbouring day's bill names. If such a bill is not available
 * yet, the record waits for it.
 */
const unknownThere = async <T>(
  day: string,
  kind: OwnKind<T>,
  left: Map<string, T>,
  bills: Bills,
): Promise<Finding[]> => {
  const waiting = new Set<string>();
  const now = Date.now();
  const beside = new Set([...left.values()].flatMap(item => kind.billsOf(item)));
  beside.delete(day);
  for (const other of beside) {
    const candidates = new Map([...left].filter(([, item]) => kind.billsOf(item).includes(other)));
    const isToCome = billTime(other) > now;
    // Too old: the gateway no longer has it.
    if (candidates.size === 0 || billTime(other) < now - BILL_DAYS * DAY_MS) continue;
    const sought = new Map(candidates);
    const bill = isToCome ? 'later' : await billOrLater(bills, other);
    if (bill === 'later') for (const number of candidates.keys()) waiting.add(number);
    else if (bill) {
      await removeBilled(bill, kind.of, sought);
      for (const number of candidates.keys()) if (!sought.has(number)) left.delete(number);
    }
  }
  return [...left].map(([number, item]) => ({
    ...kind.toFinding(item),
    isWaiting: waiting.has(number),
  }));
};

const billOrLater = async (bills: Bills, day: string): Promise<TradeBill | null | 'later'> => {
  try {
    return await bills.trade(day);
  } catch (error) {
    if (error instanceof BillLater) return 'later';
    throw error;
  }
};

/** Compares our records with the bill, a chunk at a time, so that memory does not depend on the length of the day. */
const ownPhase =
  <T>(kind: OwnKind<T>, next: Progress['phase']): Step =>
  async (begun, bill, bills, deadline) => {
    let day = begun;
    for (;;) {
      const { _id, run } = day;
      const most = environment.RECONCILIATION_CHUNK_ROWS;
      const page = (after: Progress['after']) => kind.page('wxpay', _id, after);
      const chunk = await chunkOf(page, kind.positionOf, day.work!.after, most);
      const last = chunk.at(-1);
      if (!last) return advance(day, { work: { ...day.work!, phase: next, after: null } });
      const left = new Map(chunk.map(item => [kind.numberOf(item), item]));
      if (bill) await removeBilled(bill, kind.of, left);
      const findings = await unknownThere(_id, kind, left, bills);
      await storeFindings(_id, run, findings);
      const ours = { ...day.work!.ours };
      for (const { ownFen } of findings) kind.add(ours, ownFen ?? 0);
      day = await advance(day, { work: { ...day.work!, ours, after: kind.positionOf(last) } });
      if (Date.now() > deadline) return day;
    }
  };

const ownPayments: OwnKind<OwnOrder> = {
  of: 'payment',
  page: paymentsOn,
  positionOf: afterPayment,
  numberOf: ({ orderNo }) => orderNo,
  billsOf: billsOfPayment,
  toFinding: unknownPayment,
  add: addPayment,
};
const ownRefunds: OwnKind<OwnRefund> = {
  of: 'refund',
  page: refundsOn,
  positionOf: afterRefund,
  numberOf: ({ _id }) => _id,
  billsOf: billsOfRefund,
  toFinding: unknownRefund,
  add: addRefund,
};

const noVirtual: VirtualFigures = { ...noFigures, feeFen: 0, unsettled: 0 };

/** Asks WeChat about virtual payments and refunds, and compares what it answers with our records. */
const compareAsked = async (
  day: StoredDay,
  asked: Asked[],
  more: Partial<Progress>,
): Promise<StoredDay> => {
  const [ours, virtual] = [{ ...day.work!.ours }, { ...(day.work!.virtual ?? noVirtual) }];
  const findings: Finding[] = [];
  for (const [{ of, number, order, refund }, row] of await virtualRows(asked)) {
    const kind = of === 'payment' ? ownPayments : ownRefunds;
    if (row) {
      kind.add(virtual, row.amountFen);
      virtual.feeFen += row.feeFen;
      virtual.unsettled += row.isSettled ? 0 : 1;
      const finding =
        of === 'payment'
          ? comparePayment(row, order, ours, 'virtual')
          : compareRefund(row, refund, order, ours);
      if (finding) findings.push(finding);
    } else if (refund?.successTime) {
      addRefund(ours, refund.amountFen);
      findings.push({ ...unknownRefund(refund), isWaiting: false });
    } else if (of === 'payment' && order?.payTime) {
      addPayment(ours, order.payFen);
      findings.push({ ...unknownPayment(order), isWaiting: false });
    } else if (!order) findings.push(paidUnder(number, of));
  }
  await storeFindings(day._id, day.run, findings);
  return advance(day, { work: { ...day.work!, ours, virtual, ...more } });
};

/** The bill names a number that no order has: WeChat can only be asked about a user's own. */
const paidUnder = (number: string, of: BillRow['of']): Finding => {
  const row = { of, number, orderNo: '', gatewayNo: '', amountFen: 0, time: 0 };
  const finding =
    of === 'payment'
      ? comparePayment(row, undefined, { ...noFigures })
      : compareRefund(row, undefined, undefined, { ...noFigures });
  return { ...finding!, billFen: null, billTime: null };
};

/** How many numbers WeChat is asked about before what was found is stored. */
const ASKED_ROWS = 50;

const virtualBill: Step = async (begun, _bill, bills, deadline) => {
  let day = begun;
  const numbers = await bills.virtual(day._id);
  if (!numbers) return advance(day, { work: { ...day.work!, phase: 'done' } });
  day = await advance(day, { work: { ...day.work!, virtual: day.work!.virtual ?? noVirtual } });
  for (let { line } = day.work!; line < numbers.length; { line } = day.work!) {
    const page = numbers.slice(line, line + ASKED_ROWS);
    day = await compareAsked(day, await recordsOf(page), { line: line + page.length });
    if (Date.now() > deadline) return day;
  }
  return advance(day, { work: { ...day.work!, phase: 'virtualPayments', after: null } });
};

/** Ours that the bill does not name, whatever it looks like: WeChat knows them when it is asked. */
const askedPhase =
  <T>(kind: OwnKind<T>, next: Progress['phase']): Step =>
  async (begun, _bill, bills, deadline) => {
    let day = begun;
    const named = new Set(await bills.virtual(day._id));
    for (;;) {
      const page = await kind.page('virtual', day._id, day.work!.after);
      const chunk = page.slice(0, ASKED_ROWS);
      const last = chunk.at(-1);
      if (!last) return advance(day, { work: { ...day.work!, phase: next, after: null } });
      const numbers = chunk.map(kind.numberOf).filter(number => !named.has(number));
      const asked = await recordsOf(numbers, () => kind.of === 'refund');
      day = await compareAsked(day, asked, { after: kind.positionOf(last) });
      if (Date.now() > deadline) return day;
    }
  };

const STEPS: Record<Exclude<Progress['phase'], 'done'>, Step> = {
  theirs,
  payments: ownPhase(ownPayments, 'refunds'),
  refunds: ownPhase(ownRefunds, 'virtual'),
  virtual: virtualBill,
  virtualPayments: askedPhase(ownPayments, 'virtualRefunds'),
  virtualRefunds: askedPhase(ownRefunds, 'done'),
};

/** The fund flow sums of the day; if they are not available, the comparison continues without them. */
const fundsOf = async (day: string, bill: TradeBill | null, bills: Bills) => {
  try {
    const funds = await bills.funds(day);
    const { settledFen = 0, settledBackFen = 0 } = bill?.totals ?? {};
    const agrees = funds?.paidFen === settledFen && funds.refundedFen === settledBackFen;
    return funds && { ...funds, agrees };
  } catch (error) {
    if (error instanceof BillLater || error instanceof BillError) return null;
    throw error;
  }
};

const FEE_DAYS = 3;
/** When the fees of virtual payments are asked for again: they are settled after days, at Apple after weeks. */
const feeTime = (day: string, { unsettled }: VirtualFigures, now: number): number | null => {
  const ageDays = (now - startOf(day)) / DAY_MS;
  const next = now + Math.max(FEE_DAYS, ageDays / 2) * DAY_MS;
  return unsettled > 0 && next < startOf(day) + BILL_DAYS * DAY_MS ? next : null;
};

const finish = async (begun: StoredDay, bill: TradeBill | null, bills: Bills): Promise<void> => {
  const { _id, run, work: done } = begun;
  await resolveRest(_id, run);
  const virtual = done!.virtual;
  const channels = [...(virtual ? [] : (['virtual'] as const)), 'code', 'offline'] as const;
  const [others, funds] = await Promise.all([
    otherChannels(_id, [...channels]),
    fundsOf(_id, bill, bills),
  ]);
  const [a, b] = [bill?.totals ?? noVirtual, virtual ?? noVirtual];
  const there = {
    paidCount: a.paidCount + b.paidCount,
    paidFen: a.paidFen + b.paidFen,
    refundCount: a.refundCount + b.refundCount,
    refundedFen: a.refundedFen + b.refundedFen,
  };
  // A concurrent explanation raises `rev`; then the counts are taken again.
  for (;;) {
    const day = await reconciliationDays.get(_id);
    if (day?.claim !== begun.claim) return;
    const counts = await countDifferences(_id);
    const isStored = await inTransaction(async transaction => {
      const before = await transaction.require<StoredDay>('reconciliationDays', _id);
      if (before.claim !== begun.claim || before.rev !== day.rev) return false;
      const { now } = transaction;
      const after = await transaction.change('reconciliationDays', before, {
        ...counts,
        status: statusOf(counts),
        hasBill: bill !== null || b.paidCount + b.refundCount > 0,
        there,
        feeFen: a.feeFen + b.feeFen,
        ours: done!.ours,
        others,
        funds,
        finishTime: now,
        failure: '',
        ...unclaimed,
        work: null,
        nextTime:
          counts.waitingCount > 0
            ? Math.max(billTime(dayAfter(_id)), now + environment.RECONCILIATION_RETRY_MS)
            : feeTime(_id, b, now),
      });
      if (after.status === 'different')
        await alertAdmins(transaction, {
          event: 'booksDiffer',
          // Once, and again only if there are more of them.
          key: `${_id}_${counts.openCount}`,
          values: { day: _id, count: String(counts.openCount) },
          path: `reconciliation/${_id}`,
        });
      return true;
    });
    if (isStored) return;
  }
};

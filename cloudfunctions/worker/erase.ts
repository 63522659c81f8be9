import { areaOfKind } from '#contract/rights/rights.ts';
import { userSentences } from '#contract/sentences/users.ts';
import { DAY_MS } from '#contract/shanghai.ts';
import { approvals } from '../_shared/approvals/records.ts';
import { auditLogs } from '../_shared/base/audit.ts';
import { _ } from '../_shared/base/cloud.ts';
import { endOfRun } from '../_shared/base/due.ts';
import { eraseFiles } from '../_shared/base/eraseFiles.ts';
import { reporting } from '../_shared/base/log.ts';
import { inParallel } from '../_shared/base/parallel.ts';
import { keepProgress, progressOf } from '../_shared/base/progress.ts';
import {
  idsOf,
  type Query,
  type Repository,
  repository,
  type Stored,
} from '../_shared/base/repository.ts';
import { settingsOf } from '../_shared/base/settings.ts';
import { steps } from '../_shared/base/steps.ts';
import { activationCodes } from '../_shared/codes/codes.ts';
import { withoutAddressee } from '../_shared/orders/invoices.ts';
import { orders, type StoredOrder } from '../_shared/orders/orders.ts';
import { printGrams, printOrders, type StoredPrintOrder } from '../_shared/prints/records.ts';
import { withoutWords } from '../_shared/refunds/asks.ts';
import { refundGrams, refunds } from '../_shared/refunds/refunds.ts';
import { feedback } from '../_shared/users/feedback.ts';
import { logs } from '../_shared/users/userLog.ts';

/** Never shorter than by the calendar. */
const YEAR_MS = 366 * DAY_MS;
const MONTH_MS = 31 * DAY_MS;
/** When orders are gone through from the beginning again, for those that were not over yet. */
const AGAIN_MS = 30 * DAY_MS;
const PAGE = 200;
/** The most that the platform answers. */
const MOST = 1_000;

/** Without those whose user has an open complaint, which may be about them. */
const undisputed = async <R extends { userId: string }>(rows: R[]): Promise<R[]> => {
  const userIds = [...new Set(rows.map(({ userId }) => userId))].filter(Boolean);
  if (userIds.length === 0) return rows;
  const query = { userId: _.in(userIds), status: 'open' };
  const open = await feedback.find(query, { limit: MOST, fields: ['userId'] });
  const disputing = new Set(open.map(({ userId }) => userId));
  return rows.filter(({ userId }) => !disputing.has(userId));
};

/** Removes what was stored before, the oldest first. @param free which of a page may go @returns how many went */
const removeOlder = async <R extends Stored>(
  records: Repository<R>,
  query: Query,
  until: number,
  free: (rows: R[]) => R[] | Promise<R[]> = rows => rows,
): Promise<number> => {
  const counts = { removed: 0, stayed: 0 };
  await steps(until, async () => {
    const page = { skip: counts.stayed, limit: PAGE, fields: ['_id', 'userId'] };
    const rows = await records.find(query, { sort: [['createTime', 'asc']], ...page });
    const gone = await free(rows);
    await records.removeMany(idsOf(gone), query);
    counts.removed += gone.length;
    counts.stayed += rows.length - gone.length;
    return rows.length < PAGE;
  });
  return counts.removed;
};

/**
 * Goes through records that stay, by an indexed instant: each run from where the last one stopped, and once a month from
 * the beginning. @returns how many were stripped
 */
const stripOlder = async <R extends Stored>(
  records: Repository<R>,
  query: Query,
  field: keyof R & string,
  { before, until }: { before: number; until: number },
  strip: (rows: R[]) => Promise<number>,
): Promise<number> => {
  const id = `erase ${records.name}`;
  const { at, doneTime } = await progressOf(id);
  let from = Number(at);
  let stripped = 0;
  await steps(until, async () => {
    const older = { ...query, [field]: _.gte(from).and(_.lt(before)) };
    const rows = await records.find(older, { sort: [[field, 'asc']], limit: PAGE });
    stripped += await strip(rows);
    const isLast = rows.length < PAGE;
    const last = Number(rows.at(-1)?.[field] ?? 0);
    if (last > 0) from = isLast ? last + 1 : Math.max(last, from + 1);
    const isAgain = isLast && Date.now() - doneTime > AGAIN_MS;
    if (last > 0 || isAgain) await keepProgress(id, isAgain ? null : from);
    return isLast;
  });
  return stripped;
};

const nobody = {
  userId: '',
  openid: '',
  userSnap: { nickName: userSentences.erasedName, phoneTail: '' },
};
const noPlacer = { ...nobody, claim: null, adminRemarks: [], files: [] };
/** Reasons are typed, and may name people. */
const moves = <M extends { reason: string }>(history: M[]): M[] =>
  history.map(move => ({ ...move, reason: '' }));

/** Its photos are erased by `expire`, which they are no longer kept from. */
const stripPrint = ({ _id, history, items, printNo, orderNo }: StoredPrintOrder) => {
  const address = { name: '', phoneTail: '', province: '', city: '', district: '', detail: '' };
  const sent = { address, recipient: '', expressNo: '' };
  const sealed = { addressCipher: '', addressKey: '', addressChanges: [], claimCipher: '' };
  const written = { userRemark: '', issues: [], hold: null, history: moves(history) };
  return printOrders.note(_id, {
    ...noPlacer,
    ...sent,
    ...sealed,
    ...written,
    placedOpenid: '',
    waybill: null,
    items: items.map(item => ({ ...item, filePath: '' })),
    grams: printGrams({ printNo, orderNo, ...sent }),
  });
};

const underWay = ['processing', 'abnormal'];
const endsOfOrder = ['completed', 'closed', 'refunded'];
const endsOfPrint = ['completed', 'cancelled'];

/**
 * What it was, when, and what was paid stays, for the figures and the books; the order itself comes last, so that what
 * is cut off is done again. @returns whether it was over
 */
const stripOrder = async (seen: StoredOrder, before: number): Promise<boolean> => {
  const { _id, rev, voucher, history } = seen;
  const [its, prints] = await Promise.all([
    refunds.find({ orderId: _id }),
    printOrders.find({ orderId: _id }),
  ]);
  if (
    [...its, ...prints].some(({ updateTime }) => updateTime >= before) ||
    its.some(({ afterVoid }) => afterVoid === 'moved') ||
    prints.some(({ status }) => !endsOfPrint.includes(status))
  )
    return false;
  const order = { ...seen, userSnap: { nickName: '', phoneTail: '' } };
  const said = { reason: '', internalNote: '', userReceivedAccount: '' };
  for (const { _id: id } of its)
    await refunds.note(id, { ...nobody, ...said, grams: refundGrams(id, order) });
  for (const print of prints) await stripPrint(print);
  if (voucher) {
    await orders.note(_id, { files: [] });
    await eraseFiles([voucher]);
  }
  const written = { remark: '', offlineNote: '', voucher: '', purchase: null };
  const bill = withoutAddressee(order, { title: '', taxNumber: '', reason: '' });
  const asked = withoutWords(order, { answer: '' });
  const patch = { ...noPlacer, ...written, history: moves(history), ...bill, ...asked };
  return (await orders.noteWhile(_id, { rev }, patch)) !== null;
};

const stripOrders = async (rows: StoredOrder[], before: number): Promise<number> => {
  const over = rows.filter(
    ({ userId, openid, status, refundStatus, openRefundId, refundAsk, updateTime }) =>
      (userId || openid) &&
      endsOfOrder.includes(status) &&
      !underWay.includes(refundStatus) &&
      !openRefundId &&
      refundAsk?.status !== 'waiting' &&
      updateTime < before,
  );
  let stripped = 0;
  await inParallel(await undisputed(over), async order => {
    const isStripped = await stripOrder(order, before).catch(reporting('not erased', order._id));
    if (isStripped) stripped += 1;
  });
  return stripped;
};

/** What the audit log says of these is about money and those who paid it: it stays as long as the orders. */
const aboutMoney =
  /^(orders|print-|users|packages|activation-codes|compensations|approvals|reconciliation)/;
const otherKinds = Object.entries(areaOfKind).flatMap(([kind, area]) =>
  aboutMoney.test(area) ? [] : kind,
);

/**
 * Erases what is past the periods of the settings, a part of it where there is much. What figures are counted from is
 * stripped of all that names a person; the rest is removed.
 */
export const eraseRecords = async () => {
  const { retention } = await settingsOf('system');
  const now = Date.now();
  const until = endOfRun();
  const ofOrders = { before: now - retention.orderYears * YEAR_MS, until };
  const ofLedger = { before: now - retention.ledgerYears * YEAR_MS, until };
  const feedbackTime = _.lt(now - retention.feedbackYears * YEAR_MS);
  const auditTime = now - retention.auditMonths * MONTH_MS;
  const older = (before: number) => ({ createTime: _.lt(before) });
  const settled = { status: 'handled', createTime: feedbackTime, updateTime: feedbackTime };
  const others = { ...older(auditTime), resource: _.in(otherKinds) };
  const lines = repository<Stored & { userId: string }>('creditLedger');
  const byOrder = [approvals, repository('expressNumbers')] as Repository<Stored>[];
  for (const records of byOrder) await removeOlder(records, older(ofOrders.before), until);
  await removeOlder(repository('compensationRows'), older(ofLedger.before), until);
  return {
    orders: await stripOlder(orders, {}, 'createTime', ofOrders, rows =>
      stripOrders(rows, ofOrders.before),
    ),
    codes: await stripOlder(
      activationCodes,
      { status: 'used' },
      'usedTime',
      ofLedger,
      async rows => {
        const named = rows.filter(({ usedBy }) => usedBy);
        await activationCodes.noteMany(idsOf(named), { usedBy: null });
        return named.length;
      },
    ),
    feedback: await removeOlder(feedback, settled, until),
    ledger: await removeOlder(lines, older(ofLedger.before), until, undisputed),
    userLogs: await removeOlder(
      logs,
      older(now - retention.userLogMonths * MONTH_MS),
      until,
      undisputed,
    ),
    auditLogs:
      (await removeOlder(auditLogs, others, until)) +
      (await removeOlder(auditLogs, older(Math.min(auditTime, ofOrders.before)), until)),
  };
};

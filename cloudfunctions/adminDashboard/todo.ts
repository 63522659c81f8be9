import { cutText } from '#contract/cut.ts';
import { feedbackTopics } from '#contract/feedbackTopics.ts';
import type { ActionInput } from '#contract/index.ts';
import type { InvoiceStatus } from '#contract/invoiceStates.ts';
import { messageAmount } from '#contract/messageEvents.ts';
import { slaStatuses } from '#contract/printOrderStates.ts';
import { differenceKinds } from '#contract/reconciliation.ts';
import { refundAskReasons } from '#contract/refundAskStates.ts';
import { approvalRights, type ApprovalKind } from '#contract/rights/approvals.ts';
import { approvalSummary } from '#contract/sentences/approvals.ts';
import { shanghaiTime } from '#contract/shanghai.ts';
import type { TodoItem } from '#contract/todo.ts';
import { allTodoKinds, MOST_OF_KIND, rightToAct, type TodoKind } from '#contract/todoKinds.ts';
import { approvals } from '../_shared/approvals/records.ts';
import { _ } from '../_shared/base/cloud.ts';
import type { AdminContext } from '../_shared/base/dispatcher.ts';
import { type Query, type Repository, sortedBy, type Stored } from '../_shared/base/repository.ts';
import { invoiceTerm, orders, refundAskTerm } from '../_shared/orders/orders.ts';
import { printOrders } from '../_shared/prints/records.ts';
import { differences, reconciliationDays } from '../_shared/reconciliation/records.ts';
import { refunds } from '../_shared/refunds/refunds.ts';
import { keysInUse } from '../_shared/tasks/keys.ts';
import { templateQuery } from '../_shared/tasks/service.ts';
import { tasks } from '../_shared/tasks/tasks.ts';
import { templates } from '../_shared/templates/records.ts';
import { feedback } from '../_shared/users/feedback.ts';

/** What is found of one that waits. */
export type Found = Pick<TodoItem, '_id' | 'title'> &
  Partial<Pick<TodoItem, 'pageId' | 'since' | 'deadline'>>;
export type FoundItem = Found & { kind: TodoKind };

/** @param only what narrows it to one record */
type Find = (only: Query) => Promise<Found[]>;

/** The first of those that match on an index, so that a kind walks as many entries as it answers. */
const first =
  <R extends Stored, F extends keyof R & string>(
    records: Repository<R>,
    query: Query,
    by: F[],
    fields: F[],
    show: (record: Pick<R, F | '_id' | 'createTime'>) => Omit<Found, '_id'>,
  ): Find =>
  async only => {
    const options = { sort: sortedBy('asc', ...by), limit: MOST_OF_KIND + 1 };
    const found = await records.find(
      { ...query, ...only },
      { ...options, fields: ['_id', 'createTime', ...fields] },
    );
    return found.map(record => ({ _id: record._id, since: record.createTime, ...show(record) }));
  };

const MOST_TITLE = 60;
const titled = (...parts: string[]) => parts.filter(Boolean).join(' · ');

const refundsWith = (query: Query, by: 'createTime' | 'voidTime' = 'createTime') =>
  first(refunds, query, [], ['orderId', 'orderNo', 'amountFen', 'userSnap', by], one => ({
    title: titled(
      one.orderNo,
      approvalSummary({ kind: 'refund', amount: one.amountFen }),
      one.userSnap.nickName,
    ),
    pageId: one.orderId,
    since: one[by] ?? one.createTime,
  }));

const tasksWith = (query: Query) =>
  first(tasks, query, [], ['taskNo', 'templateSnap', 'finishTime', 'review', 'inReview'], task => ({
    title: titled(task.taskNo, task.templateSnap.name),
    since: (task.inReview ? task.review?.since : task.finishTime) ?? task.createTime,
    deadline: (task.inReview && task.review?.until) || null,
  }));

const printsWith = (query: Query) =>
  first(printOrders, query, ['slaTime'], ['printNo', 'userSnap', 'slaTime', 'hold'], print => ({
    title: titled(print.printNo, print.userSnap.nickName),
    since: print.hold?.time ?? print.createTime,
    deadline: print.hold ? null : (print.slaTime ?? null),
  }));

const invoicesWith = (status: InvoiceStatus) =>
  first(orders, { grams: invoiceTerm(status) }, ['createTime'], ['orderNo', 'invoice'], order => ({
    title: titled(order.orderNo, messageAmount(order.invoice?.amountFen ?? 0)),
    since: order.invoice?.askTime ?? order.createTime,
  }));

interface Asking {
  now: number;
  adminId: string;
  rights: ReadonlySet<string>;
}

/** How each kind is found on an index. */
const findsOf = ({ now, adminId, rights }: Asking): Record<TodoKind, Find> => {
  let keys: ReturnType<typeof keysInUse> | undefined;
  const inUse = () => (keys ??= keysInUse());
  const keysWith =
    (which: 'dead' | 'low'): Find =>
    async ({ _id }) =>
      (await inUse())[which]
        .filter(key => _id === undefined || key._id === _id)
        .slice(0, MOST_OF_KIND + 1)
        .map(key => ({
          _id: key._id,
          title: key.name,
          since: (which === 'dead' && key.lastErrorTime) || null,
        }));
  const mayDecide = (kind: ApprovalKind) => rights.has(approvalRights[kind].decide);
  return {
    failedFulfilments: first(
      orders,
      { 'fulfil.status': 'failed' },
      [],
      ['orderNo', 'userSnap', 'payTime'],
      order => ({
        title: titled(order.orderNo, order.userSnap.nickName),
        since: order.payTime ?? order.createTime,
      }),
    ),
    suspendedTemplates: async only => {
      const query = templateQuery({ suspended: true }, (await inUse()).usable);
      return first(templates, query, [], ['name'], ({ name }) => ({ title: name, since: null }))(
        only,
      );
    },
    deadKeys: keysWith('dead'),
    abnormalRefunds: refundsWith({ status: 'abnormal' }),
    failedRefunds: refundsWith({ status: 'request_failed' }),
    refundsAfterVoid: refundsWith({ afterVoid: 'moved' }, 'voidTime'),
    waitingApprovals: first(
      approvals,
      {
        status: 'waiting',
        kind: _.in((Object.keys(approvalRights) as ApprovalKind[]).filter(mayDecide)),
        askedById: _.neq(adminId),
      },
      ['expireTime'],
      ['kind', 'title', 'amount', 'paidCredits', 'giftCredits', 'days', 'packageName', 'people'],
      approval => ({ title: titled(approvalSummary(approval), approval.title) }),
    ),
    openFeedback: first(
      feedback,
      { status: 'open' },
      ['createTime'],
      ['topic', 'text', 'acceptBy', 'acceptedTime', 'answerBy'],
      ({ topic, text, acceptBy, acceptedTime, answerBy }) => ({
        title: titled(feedbackTopics[topic].label, cutText(text, MOST_TITLE)),
        deadline: acceptedTime === null ? (acceptBy ?? answerBy) : answerBy,
      }),
    ),
    refundsAsked: first(
      orders,
      { grams: refundAskTerm('waiting') },
      ['createTime'],
      ['orderNo', 'refundAsk', 'userSnap'],
      ({ orderNo, refundAsk, userSnap, createTime }) => ({
        title: titled(
          orderNo,
          refundAsk ? refundAskReasons[refundAsk.reason].label : '',
          userSnap.nickName,
        ),
        since: refundAsk?.askTime ?? createTime,
      }),
    ),
    tasksInReview: tasksWith({ inReview: true }),
    openDifferences: first(
      differences,
      { status: 'open' },
      ['dayTime'],
      ['number', 'gatewayNo', 'kind', 'dayTime'],
      ({ number, gatewayNo, kind, dayTime }) => ({
        title: titled(number || gatewayNo, differenceKinds[kind].label),
        since: dayTime,
      }),
    ),
    maybeChargedTasks: tasksWith({ maybeCharged: true }),
    overduePrints: printsWith({ status: _.in([...slaStatuses]), slaTime: _.lte(now) }),
    failedReconciliations: first(
      reconciliationDays,
      { status: 'failed' },
      ['createTime'],
      ['dayTime'],
      ({ dayTime }) => ({ title: shanghaiTime(dayTime).slice(0, 10), since: dayTime }),
    ),
    printsOnHold: printsWith({ status: 'on_hold' }),
    invoicesToCancel: invoicesWith('toCancel'),
    waitingInvoices: invoicesWith('waiting'),
    lowKeys: keysWith('low'),
  };
};

/** What waits of these kinds, of which the role may act; with an id, of that record. */
export const findItems = async (
  { kinds = allTodoKinds, id }: Partial<ActionInput<'adminDashboard', 'getTodo'>>,
  context: AdminContext,
) => {
  const [{ _id: adminId }, { rights }] = await Promise.all([
    context.admin(),
    context.permissions(),
  ]);
  const finds = findsOf({ now: Date.now(), adminId, rights });
  const asked = allTodoKinds.filter(kind => kinds.includes(kind) && rights.has(rightToAct(kind)));
  const found = await Promise.all(
    asked.map(async kind => ({
      kind,
      found: await finds[kind](id === undefined ? {} : { _id: id }),
    })),
  );
  const items = found.flatMap(({ kind, found: some }) =>
    some.slice(0, MOST_OF_KIND).map((one): FoundItem => ({ ...one, kind })),
  );
  return {
    items,
    more: found.flatMap(({ kind, found: some }) => (some.length > MOST_OF_KIND ? kind : [])),
  };
};

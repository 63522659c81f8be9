import type { Choice, Tone } from './action.ts';
import { areaOfKind, type Kind, type Right } from './rights/rights.ts';
import { DAY_MS } from './shanghai.ts';

interface TodoKindOf extends Choice {
  /** Of the records that wait. */
  of: Kind;
  /** The list that they stand in, and its filter for them. */
  resource: string;
  filter: Record<string, unknown>;
  /** The field of that list by which the first has waited longest. */
  sort: string;
  /** The right of the area that it takes to deal with one. */
  act: string;
  /** The resource whose page shows one, and who has claimed it; null where the list alone does. */
  page: string | null;
}

const kindOf =
  (of: Kind, resource: string, more: Partial<Pick<TodoKindOf, 'sort' | 'act' | 'page'>> = {}) =>
  (label: string, tone: Tone, filter: TodoKindOf['filter'], sort = 'createTime'): TodoKindOf => {
    const usual = { sort, act: 'write', page: resource };
    return { label, tone, of, resource, filter, ...usual, ...more };
  };

const order = kindOf('order', 'orders');
const refund = kindOf('refund', 'refunds', { act: 'refund', page: 'orders' });
const approval = kindOf('approval', 'approvals', { act: 'decide' });
const invoice = kindOf('order', 'orders', { act: 'invoice' });
const refundAsk = kindOf('order', 'orders', { act: 'refund' });
const feedback = kindOf('feedback', 'feedback');
const task = kindOf('task', 'tasks');
const print = kindOf('printOrder', 'print-orders');
const template = kindOf('template', 'templates');
const key = kindOf('apiKey', 'api-keys', { page: null });
const day = kindOf('reconciliation', 'reconciliation', { sort: 'dayTime' });
const difference = kindOf('reconciliationDifference', 'reconciliation/differences', {
  sort: 'dayTime',
  page: null,
});

/**
 * What waits for administrators, the most urgent kinds first: 待办, its number in the menu and the dashboard are made of it.
 * How each is found on an index: `cloudfunctions/adminDashboard/todo.ts`.
 */
export const todoKinds = {
  failedFulfilments: order('已付款未发放', 'danger', { fulfilStatus: 'failed' }),
  suspendedTemplates: template('模板暂停服务', 'danger', { suspended: true }),
  deadKeys: key('密钥不可用', 'danger', { status: ['exhausted', 'invalid'] }),
  abnormalRefunds: refund('退款异常', 'danger', { status: 'abnormal' }),
  failedRefunds: refund('退款提交失败', 'danger', { status: 'request_failed' }),
  /** Voided here, but paid by the gateway; until an administrator has checked them. */
  refundsAfterVoid: refund('作废后仍退款', 'danger', { afterVoid: 'moved' }),
  /** Requests of others above the limits of their roles. */
  waitingApprovals: approval('待审批', 'danger', { status: 'waiting' }),
  refundsAsked: refundAsk('用户申请退款', 'danger', { refundAskStatus: 'waiting' }),
  openFeedback: feedback('投诉与反馈', 'danger', { status: 'open' }),
  tasksInReview: task('结果图待审核', 'danger', { inReview: true }),
  /** Between WeChat's bills and our records, neither resolved nor explained. */
  openDifferences: difference('对账差异', 'danger', { status: 'open' }),
  /** Tasks without a result that the provider may have charged for; until an administrator has checked them. */
  maybeChargedTasks: task('可能已扣费', 'danger', { maybeCharged: true }),
  overduePrints: print('冲印已超期', 'warning', { overdue: true }, 'slaTime'),
  /** Days that could not be compared. */
  failedReconciliations: day('对账失败', 'warning', { status: 'failed' }),
  printsOnHold: print('待用户换图', 'warning', { status: 'on_hold' }),
  invoicesToCancel: invoice('发票待红冲', 'warning', { invoiceStatus: 'toCancel' }),
  waitingInvoices: invoice('待开票', 'warning', { invoiceStatus: 'waiting' }),
  lowKeys: key('密钥余额偏低', 'warning', { low: true }),
};
export type TodoKind = keyof typeof todoKinds;
export const allTodoKinds = Object.keys(todoKinds) as [TodoKind, ...TodoKind[]];

/** What it takes to deal with what waits, as the actions that do so take it. */
export const rightToAct = (kind: TodoKind): Right => {
  const { of, act } = todoKinds[kind];
  return `${areaOfKind[of]}.${act}` as Right;
};

/** How many of a kind are shown; behind them there may be more, which their list has. */
export const MOST_OF_KIND = 30;
/** A claim on which its holder has done nothing for so long has ended. */
export const CLAIM_MS = 3_600_000;
/** Nothing is put off further than this. */
export const MOST_DAYS_OFF = 30;
/** What is due within this time is shown, whatever was put off. */
export const DUE_SOON_MS = DAY_MS;

/** `open` and `mine` wait for the caller; `others`: a colleague has it; `later`: the caller has put it off. */
export const todoStates = ['open', 'mine', 'others', 'later'] as const;

export const waitsForCaller = ({ state }: { state: (typeof todoStates)[number] }) =>
  state === 'open' || state === 'mine';

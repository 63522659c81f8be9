import type { AuditLog } from '#contract/auditLog.ts';
import { actionWord } from '#contract/auditWords.ts';
import type { Activity } from '#contract/dashboard.ts';
import { orderStatuses } from '#contract/orderStates.ts';
import { readableAmong, type Right } from '#contract/rights/rights.ts';
import type { User } from '#contract/user.ts';
import { _ } from '../_shared/base/cloud.ts';
import type { AdminContext } from '../_shared/base/dispatcher.ts';
import { repository } from '../_shared/base/repository.ts';
import { orders } from '../_shared/orders/orders.ts';
import { printOrders } from '../_shared/prints/records.ts';
import { refunds } from '../_shared/refunds/refunds.ts';
import { tasks } from '../_shared/tasks/tasks.ts';

const users = repository<User>('users');
const auditLogs = repository<AuditLog>('auditLogs');

const rightOfType: Record<Activity['type'], Right> = {
  order: 'orders.read',
  refund: 'orders.read',
  print: 'print-orders.read',
  task: 'tasks.read',
  user: 'users.read',
  audit: 'audit-logs.read',
};

type Entry = Partial<Activity> & Pick<Activity, 'type' | '_id' | 'time'>;

const latest = (limit: number, field: string, fields: string[]) => ({
  sort: [
    [field, 'desc'],
    ...(field === 'createTime' ? [] : [['createTime', 'desc']]),
    ['_id', 'desc'],
  ] as [string, 'asc' | 'desc'][],
  limit,
  fields: ['createTime', ...fields],
});

/** The newest of each kind that the role sees, in one wait; the newest of all are among them. */
export const getRecentActivity = async ({ limit }: { limit: number }, context: AdminContext) => {
  const [paid, refunded, printed, failed, joined, done] = await Promise.all([
    orders.find(
      { status: _.in(Object.keys(orderStatuses)), payTime: _.gt(0) },
      latest(limit, 'payTime', [
        'orderNo',
        'items',
        'userSnap',
        'userId',
        'status',
        'payFen',
        'payTime',
      ]),
    ),
    refunds.find(
      {},
      latest(limit, 'createTime', ['orderNo', 'reason', 'userId', 'status', 'amountFen']),
    ),
    printOrders.find(
      {},
      latest(limit, 'createTime', ['printNo', 'userSnap', 'userId', 'status', 'payFen']),
    ),
    tasks.find(
      { status: 'failed' },
      latest(limit, 'createTime', ['taskNo', 'templateSnap', 'userId', 'status']),
    ),
    users.find({}, latest(limit, 'createTime', ['nickName', 'status'])),
    auditLogs.find(
      {},
      latest(limit, 'createTime', [
        'adminName',
        'function',
        'action',
        'diff',
        'resource',
        'resourceId',
        'result',
      ]),
    ),
  ]);
  const entries: Entry[] = [
    ...paid.map(
      ({ _id, payTime, createTime, orderNo, items, userSnap, userId, status, payFen }) => ({
        type: 'order' as const,
        _id,
        time: payTime ?? createTime,
        no: orderNo,
        userId,
        status,
        title: items?.[0]?.name ?? '',
        who: userSnap?.nickName ?? '',
        amountFen: payFen,
      }),
    ),
    ...refunded.map(({ _id, createTime, orderNo, reason, userId, status, amountFen }) => ({
      type: 'refund' as const,
      _id,
      time: createTime,
      no: orderNo,
      title: reason,
      userId,
      status,
      amountFen,
    })),
    ...printed.map(({ _id, createTime, printNo, userSnap, userId, status, payFen }) => ({
      type: 'print' as const,
      _id,
      time: createTime,
      no: printNo,
      userId,
      status,
      who: userSnap?.nickName ?? '',
      amountFen: payFen,
    })),
    ...failed.map(({ _id, createTime, taskNo, templateSnap, userId, status }) => ({
      type: 'task' as const,
      _id,
      time: createTime,
      no: taskNo,
      userId,
      status,
      title: templateSnap?.name ?? '',
    })),
    ...joined.map(({ _id, createTime, nickName, status }) => ({
      type: 'user' as const,
      _id,
      time: createTime,
      who: nickName,
      userId: _id,
      status,
    })),
    ...done.map(({ _id, createTime, adminName, action, diff, resourceId, result, ...row }) => ({
      type: 'audit' as const,
      _id,
      time: createTime,
      who: adminName,
      status: result,
      function: row.function,
      resource: row.resource,
      action,
      title: actionWord({ function: row.function, action, diff }),
      resourceId,
    })),
  ];
  const { rights } = await context.permissions();
  const kinds = readableAmong(rights);
  const isShown = ({ type, resource = '' }: Entry & { resource?: string }) =>
    rights.has(rightOfType[type]) && (type !== 'audit' || (kinds?.includes(resource) ?? true));
  return {
    list: entries
      .filter(isShown)
      .sort((a, b) => b.time - a.time)
      .slice(0, limit),
  };
};

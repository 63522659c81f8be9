import type { AuditLog } from '#contract/auditLog.ts';
import { actionWord } from '#contract/auditWords.ts';
import type { Activity } from '#contract/dashboard.ts';
import { orderStatuses } from '#contract/orderStates.ts';
import { readableAmong, type Right } from '#contract/rights/rights.ts';
import { _ } from '../_shared/base/cloud.ts';
import type { AdminContext } from '../_shared/base/dispatcher.ts';
import { repository, sortedBy } from '../_shared/base/repository.ts';
import { orders } from '../_shared/orders/orders.ts';
import { printOrders } from '../_shared/prints/records.ts';
import { refunds } from '../_shared/refunds/refunds.ts';
import { tasks } from '../_shared/tasks/tasks.ts';
import { users } from '../_shared/users/ledger.ts';

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
  sort: sortedBy('desc', ...new Set([field, 'createTime', '_id'])),
  limit,
  fields: ['createTime', ...fields],
});

/** What those of users have in common. */
const of = (
  type: Activity['type'],
  row: { _id: string; createTime: number; userId: string; status: string },
) => ({ type, _id: row._id, time: row.createTime, userId: row.userId, status: row.status });

/** The newest of each kind that the role sees; the newest of all are among them. Database round trips: 1. */
export const getRecentActivity = async ({ limit }: { limit: number }, context: AdminContext) => {
  const newest = (...fields: string[]) => latest(limit, 'createTime', fields);
  const sold = ['orderNo', 'items', 'userSnap', 'userId', 'status', 'payFen', 'payTime'];
  const [paid, refunded, printed, failed, joined, done] = await Promise.all([
    orders.find(
      { status: _.in(Object.keys(orderStatuses)), payTime: _.gt(0) },
      latest(limit, 'payTime', sold),
    ),
    refunds.find({}, newest('orderNo', 'reason', 'userId', 'status', 'amountFen')),
    printOrders.find({}, newest('printNo', 'userSnap', 'userId', 'status', 'payFen')),
    tasks.find({ status: 'failed' }, newest('taskNo', 'templateSnap', 'userId', 'status')),
    users.find({}, newest('nickName', 'status')),
    auditLogs.find(
      {},
      newest('adminName', 'function', 'action', 'diff', 'resource', 'resourceId', 'result'),
    ),
  ]);
  const entries: Entry[] = [
    ...paid.map(row => ({
      ...of('order', row),
      time: row.payTime ?? row.createTime,
      no: row.orderNo,
      title: row.items?.[0]?.name ?? '',
      who: row.userSnap?.nickName ?? '',
      amountFen: row.payFen,
    })),
    ...refunded.map(row => ({
      ...of('refund', row),
      no: row.orderNo,
      title: row.reason,
      amountFen: row.amountFen,
    })),
    ...printed.map(row => ({
      ...of('print', row),
      no: row.printNo,
      who: row.userSnap?.nickName ?? '',
      amountFen: row.payFen,
    })),
    ...failed.map(row => ({
      ...of('task', row),
      no: row.taskNo,
      title: row.templateSnap?.name ?? '',
    })),
    ...joined.map(row => ({ ...of('user', { ...row, userId: row._id }), who: row.nickName })),
    ...done.map(({ _id, createTime, adminName, result, diff, ...row }) => ({
      type: 'audit' as const,
      _id,
      time: createTime,
      who: adminName,
      status: result,
      function: row.function,
      resource: row.resource,
      action: row.action,
      title: actionWord({ function: row.function, action: row.action, diff }),
      resourceId: row.resourceId,
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

import type { Activity } from '#contract/dashboard.ts';
import { formatYuan } from '../../../shared/money.ts';
import { listPath } from '../../kit/base/listPath.ts';
import { failedTasks } from '../tasks/parts.ts';

type Translate = (key: string, values?: Record<string, unknown>) => string;

const amountOf = ({ amountFen }: Activity) => (amountFen === null ? '' : formatYuan(amountFen));

/** An administrator's action in the audit log's words; its own name if there are none. */
const deed = ({ who, function: name, action, status }: Activity, translate: Translate) =>
  translate(`dashboard.did.${status === 'fail' ? 'auditFailed' : 'audit'}`, {
    who: who || translate('dashboard.stranger'),
    action: translate(`auditLogs.actions.${name}.${action}`, { _: action }),
  });

/** One line about an event, and the page with details. */
export const activityText = (
  activity: Activity,
  translate: Translate,
): { text: string; to?: string } => {
  const { type, _id, who, title, no, userId } = activity;
  const say = (values: Record<string, unknown> = {}) =>
    translate(`dashboard.did.${type}`, { who, title, no, amount: amountOf(activity), ...values });
  switch (type) {
    case 'order':
      return { text: say(), to: `/orders/${_id}` };
    case 'refund':
      return { text: say(), to: listPath('refunds', { ids: [_id] }) };
    case 'print':
      return { text: say(), to: `/print-orders/${_id}` };
    case 'task':
      return { text: say(), to: listPath('tasks', { userId, status: failedTasks }) };
    case 'user':
      return { text: say({ who: who || translate('dashboard.noName') }), to: `/users/${_id}` };
    case 'audit':
      return { text: deed(activity, translate), to: '/audit-logs' };
  }
};

import { Box } from '@mui/material';
import { useTranslate } from 'react-admin';
import { type Activity, activityTypes } from '#contract/dashboard.ts';
import { formatYuan } from '../../../shared/money.ts';
import { listPath } from '../../kit/base/listSearch.ts';
import { PlainList } from '../../kit/base/PlainList.tsx';
import { Dot, oneLine, Quiet, Time } from '../../kit/field/valueFields.tsx';
import { DashboardCard } from './DashboardCard.tsx';
import { DashboardRow } from './DashboardRow.tsx';
import { useDashboard } from './useDashboard.ts';

const LIMIT = 10;

/** Recent events, newest first. */
export const ActivityCard = () => {
  const translate = useTranslate();
  const { data, state } = useDashboard('getRecentActivity', { limit: LIMIT });
  return (
    <DashboardCard folds title="dashboard.activity" {...state} height={300}>
      {data?.list.length === 0 && <Quiet sx={{ py: 2 }}>{translate('dashboard.nothing')}</Quiet>}
      <PlainList>
        {data?.list.map(activity => (
          <Row key={`${activity.type}${activity._id}`} activity={activity} />
        ))}
      </PlainList>
    </DashboardCard>
  );
};

const Row = ({ activity }: { activity: Activity }) => {
  const translate = useTranslate();
  const { label, tone } = activityTypes[activity.type];
  const { text, to } = activityText(activity, translate);
  return (
    <DashboardRow to={to} sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
      <Dot tone={tone} />
      <Quiet component="span" sx={{ flex: 'none', minWidth: 56 }}>
        {label}
      </Quiet>
      <Box component="span" title={text} sx={{ ...oneLine, flex: 1, minWidth: 0 }}>
        {text}
      </Box>
      <Quiet component="span" sx={{ flex: 'none' }}>
        <Time instant={activity.time} />
      </Quiet>
    </DashboardRow>
  );
};

type Translate = (key: string, values?: Record<string, unknown>) => string;

const amountOf = ({ amountFen }: Activity) => (amountFen === null ? '' : formatYuan(amountFen));

/** An administrator's action in the audit log's words. */
const actionText = ({ who, title, status }: Activity, translate: Translate) =>
  translate(`dashboard.did.${status === 'fail' ? 'auditFailed' : 'audit'}`, {
    who: who || translate('dashboard.stranger'),
    action: title,
  });

/** One line about an event, and the page with details. */
const activityText = (activity: Activity, translate: Translate): { text: string; to?: string } => {
  const { type, _id, who, title, no } = activity;
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
      return { text: say(), to: `/tasks/${_id}` };
    case 'user':
      return { text: say({ who: who || translate('dashboard.noName') }), to: `/users/${_id}` };
    case 'audit':
      return { text: actionText(activity, translate), to: '/audit-logs' };
  }
};

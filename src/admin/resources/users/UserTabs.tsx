import { Box, Tab, Tabs } from '@mui/material';
import { useRecordContext, useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import type { User } from '#contract/user.ts';
import type { RecordOf } from '../../kit/base/record.ts';
import { UserHistory } from './UserHistory.tsx';
import { UserLedger } from './UserLedger.tsx';
import { UserLogs } from './UserLogs.tsx';
import { UserOrders } from './UserOrders.tsx';
import { UserOverview } from './UserOverview.tsx';
import { userPath, type UserTab, userTabs } from '../user-link/parts.ts';
import { UserPrintOrders } from './UserPrintOrders.tsx';
import { UserTasks } from './UserTasks.tsx';

const panels = {
  overview: UserOverview,
  tasks: UserTasks,
  orders: UserOrders,
  'print-orders': UserPrintOrders,
  credits: UserLedger,
  logs: UserLogs,
  history: UserHistory,
};

const tabId = (tab: UserTab) => `user-tab-${tab}`;
const panelId = (tab: UserTab) => `user-panel-${tab}`;

export const UserTabs = ({ tab }: { tab: UserTab }) => {
  const translate = useTranslate();
  const record = useRecordContext<RecordOf<User>>();
  if (!record) return null;
  return (
    <Tabs
      value={tab}
      variant="scrollable"
      scrollButtons={false}
      aria-label={translate('resources.users.tabs.label')}
      sx={{ mb: 2 }}
    >
      {userTabs.map(one => (
        <Tab
          key={one}
          value={one}
          id={tabId(one)}
          aria-controls={one === tab ? panelId(one) : undefined}
          component={Link}
          to={userPath(record.id, one)}
          label={translate(`resources.users.tabs.${one}`)}
        />
      ))}
    </Tabs>
  );
};

export const UserTabPanel = ({ tab }: { tab: UserTab }) => {
  const record = useRecordContext<RecordOf<User>>();
  const Panel = panels[tab];
  return record ? (
    <Box role="tabpanel" id={panelId(tab)} aria-labelledby={tabId(tab)} sx={{ minWidth: 0 }}>
      <Panel key={record.id} user={record} />
    </Box>
  ) : null;
};

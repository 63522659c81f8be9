import { Box, Tab, Tabs } from '@mui/material';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import type { User } from '#contract/user.ts';
import { type RecordOf, useRecord } from '../../kit/base/hooks.ts';
import { CardList } from '../../kit/list/CardList.tsx';
import { DateRangeFilter } from '../../kit/list/DateRangeFilter.tsx';
import { RelatedList } from '../../kit/show/Related.tsx';
import { AuditTrail } from '../audit-logs/parts.ts';
import { TaskItem, TaskStatusFilter } from '../tasks/parts.ts';
import { userPath, type UserTab, userTabs } from '../user-link/parts.ts';
import { UserFacts } from './UserFacts.tsx';
import { UserLedger } from './UserLedger.tsx';
import { UserLogs } from './UserLogs.tsx';
import { UserNotes } from './UserNotes.tsx';
import { UserOrders } from './UserOrders.tsx';
import { UserPrintOrders } from './UserPrintOrders.tsx';
import { UserUsage } from './UserUsage.tsx';

const tabId = (tab: UserTab) => `user-tab-${tab}`;
const panelId = (tab: UserTab) => `user-panel-${tab}`;

export const UserTabs = ({ tab }: { tab: UserTab }) => {
  const translate = useTranslate();
  const record = useRecord<RecordOf<User>>();
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
  const record = useRecord<RecordOf<User>>();
  const Panel = panels[tab];
  return (
    <Box role="tabpanel" id={panelId(tab)} aria-labelledby={tabId(tab)} sx={{ minWidth: 0 }}>
      <Panel key={record.id} user={record} />
    </Box>
  );
};

/** What administrators did to a user. */
const UserHistory = ({ user }: { user: RecordOf<User> }) => <AuditTrail kind="user" id={user.id} />;

const UserOverview = ({ user }: { user: RecordOf<User> }) => (
  <Box
    sx={{
      display: 'grid',
      gap: 2,
      alignItems: 'start',
      gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) 360px' },
    }}
  >
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2, minWidth: 0 }}>
      <UserUsage userId={user.id} />
      <UserNotes user={user} />
    </Box>
    <Box sx={{ order: { xs: -1, lg: 0 }, minWidth: 0 }}>
      <UserFacts user={user} />
    </Box>
  </Box>
);

const UserTasks = ({ user }: { user: RecordOf<User> }) => (
  <RelatedList
    resource="tasks"
    of={{ userId: user.id }}
    filters={
      <>
        <TaskStatusFilter />
        <DateRangeFilter source="createTime" />
      </>
    }
  >
    <CardList>
      <TaskItem userStatus={user.status} />
    </CardList>
  </RelatedList>
);

const panels = {
  overview: UserOverview,
  tasks: UserTasks,
  orders: UserOrders,
  'print-orders': UserPrintOrders,
  credits: UserLedger,
  logs: UserLogs,
  history: UserHistory,
};

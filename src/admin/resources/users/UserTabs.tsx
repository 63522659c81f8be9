import { Box, Tab, Tabs } from '@mui/material';
import { useGetList, useRecordContext } from 'react-admin';
import { Link } from 'react-router-dom';
import { invitationStates, type User, type UserLog, userLogTypes } from '#contract/user.ts';
import { useRequestKey } from '../../../shared/requestKey.ts';
import { Beside, Stacked } from '../../kit/base/Beside.tsx';
import { useCan } from '../../kit/base/CanAccess.tsx';
import { type RecordOf, useDataProvider, useRecord, useTexts } from '../../kit/base/hooks.ts';
import { listPath } from '../../kit/base/listSearch.ts';
import { LoadFailure } from '../../kit/base/LoadFailure.tsx';
import { PlainList } from '../../kit/base/PlainList.tsx';
import { PageLink, Quiet, Time, StatusField } from '../../kit/field/valueFields.tsx';
import { ChoiceFilter } from '../../kit/list/ChoiceFilter.tsx';
import { DataTable, StatusColumn, TimeColumn } from '../../kit/list/DataTable.tsx';
import { DateRangeFilter } from '../../kit/list/rangeFilters.tsx';
import { CardList } from '../../kit/list/RecordCard.tsx';
import { Panel } from '../../kit/show/Panel.tsx';
import { ReferenceManyField, RelatedCard } from '../../kit/show/ReferenceManyField.tsx';
import { refreshEvery, TaskItem, TaskStatusFilter } from '../tasks/parts.ts';
import { RecordTimeline } from '../timeline/parts.ts';
import { nameOfUser, rightsOfTabs, userPath, type UserTab, userTabs } from '../user-link/parts.ts';
import { UserFacts } from './UserFacts.tsx';
import { UserLedger } from './UserLedger.tsx';
import { UserOrders } from './UserOrders.tsx';
import { UserPictures } from './UserPictures.tsx';
import { UserPrintOrders } from './UserPrintOrders.tsx';
import { UserUsage } from './UserUsage.tsx';

const Column = DataTable.Col<UserLog>;

/** A user's events, caused by the user or by us. */
const UserLogs = () => {
  const t = useTexts('resources.users');
  const himself = t('himself');
  return (
    <ReferenceManyField
      reference="users/logs"
      target="userId"
      filters={
        <>
          <ChoiceFilter source="type" choices={userLogTypes} />
          <DateRangeFilter source="createTime" />
        </>
      }
      card={<LogCard />}
    >
      <TimeColumn source="createTime" sortByOrder="DESC" />
      <StatusColumn source="type" choices={userLogTypes} />
      <Column source="title" />
      <Column source="detail" field={Detail} />
      <Column source="operator" render={({ operator }) => operator || himself} />
      <Column source="ip" cellClassName="quiet" />
    </ReferenceManyField>
  );
};

const Detail = () => (
  <Box sx={{ maxWidth: 420, whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
    {useRecordContext<RecordOf<UserLog>>()?.detail}
  </Box>
);

const LogCard = () => {
  const t = useTexts('resources.users');
  const log = useRecord<UserLog>();
  return (
    <RelatedCard
      title={log.title}
      value={<StatusField source="type" choices={userLogTypes} />}
      lines={[
        log.detail,
        <>
          <Time instant={log.createTime} /> · {log.operator || t('himself')}
        </>,
      ]}
    />
  );
};

const tabId = (tab: UserTab) => `user-tab-${tab}`;
const panelId = (tab: UserTab) => `user-panel-${tab}`;

export const UserTabs = ({ tab }: { tab: UserTab }) => {
  const t = useTexts('resources.users.tabs');
  const can = useCan();
  const record = useRecord<User>();
  return (
    <Tabs value={tab} aria-label={t('label')} sx={{ mb: 2 }}>
      {userTabs
        .filter(one => can(rightsOfTabs[one]))
        .map(one => (
          <Tab
            key={one}
            value={one}
            id={tabId(one)}
            aria-controls={one === tab ? panelId(one) : undefined}
            component={Link}
            to={userPath(record.id, one)}
            label={t(one)}
          />
        ))}
    </Tabs>
  );
};

export const UserTabPanel = ({ tab }: { tab: UserTab }) => {
  const record = useRecord<User>();
  const Panel = panels[tab];
  return (
    <Box role="tabpanel" id={panelId(tab)} aria-labelledby={tabId(tab)} sx={{ minWidth: 0 }}>
      <Panel key={record.id} user={record} />
    </Box>
  );
};

const UserOverview = ({ user }: { user: RecordOf<User> }) => (
  <Beside aside={<UserFacts user={user} />} width={360} asideFirst>
    <Stacked>
      <UserUsage userId={user.id} />
      <InvitedUsers userId={user.id} />
      <UserTimeline user={user} />
    </Stacked>
  </Beside>
);

const UserTasks = ({ user }: { user: RecordOf<User> }) => (
  <ReferenceManyField
    reference="tasks"
    target="userId"
    refetchInterval={refreshEvery}
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
  </ReferenceManyField>
);

const panels = {
  overview: UserOverview,
  tasks: UserTasks,
  pictures: UserPictures,
  orders: UserOrders,
  'print-orders': UserPrintOrders,
  credits: UserLedger,
  logs: UserLogs,
};

const INVITED = 10;

/** Who came by this user's link; nothing where nobody did. */
const InvitedUsers = ({ userId }: { userId: RecordOf<User>['id'] }) => {
  const t = useTexts('resources.users.invited');
  const { data = [], total = 0 } = useGetList<RecordOf<User>>('users', {
    filter: { invitedBy: userId },
    pagination: { page: 1, perPage: INVITED },
    sort: { field: 'createTime', order: 'DESC' },
  });
  if (data.length === 0) return null;
  const all = listPath('users', { invitedBy: userId });
  return (
    <Panel title={t('title')} action={total > INVITED && <PageLink to={all}>{t('all')}</PageLink>}>
      <PlainList sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 1 }}>
        {data.map(user => (
          <li key={user.id}>
            <PageLink to={userPath(user.id)} sx={{ overflowWrap: 'anywhere' }}>
              {nameOfUser(user)}
            </PageLink>
            <Quiet tiny>
              {user.invitation && `${invitationStates[user.invitation].label} · `}
              <Time instant={user.createTime} />
            </Quiet>
          </li>
        ))}
      </PlainList>
    </Panel>
  );
};

const SHOWN = 50;

/** Notes of colleagues about a user, messages to the user, and actions of administrators. */
const UserTimeline = ({ user: { id, status } }: { user: RecordOf<User> }) => {
  const { invoke } = useDataProvider();
  const { keyOf, answered } = useRequestKey();
  const can = useCan();
  const { data, error, refetch } = useGetList<RecordOf<UserLog>>('users/notes', {
    filter: { id },
    pagination: { page: 1, perPage: SHOWN },
    sort: { field: 'createTime', order: 'DESC' },
  });
  const addNote = async (text: string) => {
    const note = await invoke('adminUser', 'addNote', { id, text, idemKey: keyOf({ text }) });
    answered();
    return note;
  };
  if (error && !data)
    return <LoadFailure text={(error as Error).message} onRetry={() => void refetch()} />;
  return (
    <RecordTimeline
      key={id}
      kind="user"
      remarks={(data ?? []).map(({ createTime, operator, detail }) => ({
        time: createTime,
        by: operator,
        text: detail,
      }))}
      {...(can('users.write') && { addRemark: addNote })}
      messages={status !== 'deleted'}
    />
  );
};

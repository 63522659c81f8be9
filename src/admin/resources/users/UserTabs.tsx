import { Box, Skeleton, Tab, Tabs } from '@mui/material';
import { useGetList, useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import { invitationStates, type User, type UserLog } from '#contract/user.ts';
import { adminUserActions } from '#contract/userActions.ts';
import { DialogButton } from '../../kit/action/ActionDialog.tsx';
import { ActionForm, SubmitButton } from '../../kit/action/ActionForm.tsx';
import { Beside, Stacked } from '../../kit/base/Beside.tsx';
import { type RecordOf, useDataProvider, useRecord, useTexts } from '../../kit/base/hooks.ts';
import { listPath } from '../../kit/base/listSearch.ts';
import { LoadFailure } from '../../kit/base/LoadFailure.tsx';
import { PlainList } from '../../kit/base/PlainList.tsx';
import { PageLink, Quiet, Time } from '../../kit/field/valueFields.tsx';
import { TextInput } from '../../kit/form/inputs.tsx';
import { CardList } from '../../kit/list/CardList.tsx';
import { DateRangeFilter } from '../../kit/list/rangeFilters.tsx';
import { Panel } from '../../kit/show/Panel.tsx';
import { ReferenceManyField } from '../../kit/show/ReferenceManyField.tsx';
import { AuditTrail } from '../audit-logs/parts.ts';
import { MessagesPanel } from '../messages/parts.ts';
import { refreshEvery, TaskItem, TaskStatusFilter } from '../tasks/parts.ts';
import { nameOfUser, userPath, type UserTab, userTabs } from '../user-link/parts.ts';
import { UserFacts } from './UserFacts.tsx';
import { UserLedger } from './UserLedger.tsx';
import { UserLogs } from './UserLogs.tsx';
import { UserOrders } from './UserOrders.tsx';
import { UserPictures } from './UserPictures.tsx';
import { UserPrintOrders } from './UserPrintOrders.tsx';
import { UserUsage } from './UserUsage.tsx';

const tabId = (tab: UserTab) => `user-tab-${tab}`;
const panelId = (tab: UserTab) => `user-panel-${tab}`;

export const UserTabs = ({ tab }: { tab: UserTab }) => {
  const t = useTexts('resources.users.tabs');
  const record = useRecord<RecordOf<User>>();
  return (
    <Tabs value={tab} aria-label={t('label')} sx={{ mb: 2 }}>
      {userTabs.map(one => (
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
  <Beside aside={<UserFacts user={user} />} width={360} asideFirst>
    <Stacked>
      <UserUsage userId={user.id} />
      <UserNotes user={user} />
      <InvitedUsers userId={user.id} />
      {user.status !== 'deleted' && <MessagesPanel />}
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
  history: UserHistory,
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
      <PlainList sx={{ display: 'grid', gap: 1 }}>
        {data.map(user => (
          <li key={user.id}>
            <PageLink to={userPath(user.id)}>{nameOfUser(user)}</PageLink>
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

/** What colleagues want each other to know about a user. */
const UserNotes = ({ user }: { user: RecordOf<User> }) => {
  const t = useTexts('resources.users.notes');
  const { data, error, refetch } = useGetList<RecordOf<UserLog>>('users/notes', {
    filter: { id: user.id },
    pagination: { page: 1, perPage: SHOWN },
    sort: { field: 'createTime', order: 'DESC' },
  });
  return (
    <Panel title={t('title')} action={<AddNoteButton userId={user.id} />}>
      {error && !data ? (
        <LoadFailure text={(error as Error).message} onRetry={() => void refetch()} />
      ) : !data ? (
        <Skeleton height={40} />
      ) : data.length === 0 ? (
        <Quiet small>{t('empty')}</Quiet>
      ) : (
        <PlainList sx={{ display: 'grid', gap: 1.5 }}>
          {data.map(({ id, detail, operator, createTime }) => (
            <li key={id}>
              <Box sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{detail}</Box>
              <Quiet tiny>
                {operator} · <Time instant={createTime} />
              </Quiet>
            </li>
          ))}
        </PlainList>
      )}
    </Panel>
  );
};

const AddNoteButton = ({ userId }: { userId: string }) => {
  const translate = useTranslate();
  const t = useTexts('resources.users.notes');
  const { invoke } = useDataProvider();
  return (
    <DialogButton button={{ size: 'small' }} texts="resources.users.notes" title={t('action')}>
      <ActionForm
        fields={{ text: adminUserActions.addNote.input.shape.text }}
        run={(input, idemKey) => invoke('adminUser', 'addNote', { id: userId, ...input, idemKey })}
        submit={<SubmitButton label={translate('ra.action.save')} />}
      >
        <TextInput source="text" multiline minRows={3} fullWidth isRequired />
      </ActionForm>
    </DialogButton>
  );
};

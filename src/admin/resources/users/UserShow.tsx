import { Alert, Box } from '@mui/material';
import { Navigate, useParams } from 'react-router-dom';
import { mayMove } from '#contract/states.ts';
import { type User, userEntity, userStatuses } from '#contract/user.ts';
import { adminUserActions } from '#contract/userActions.ts';
import { exactTime } from '../../../shared/time.ts';
import { DialogButton } from '../../kit/action/ActionDialog.tsx';
import { ActionForm, ReasonInput, SubmitButton } from '../../kit/action/ActionForm.tsx';
import { AccessDenied, useCan } from '../../kit/base/CanAccess.tsx';
import { useDataProvider, useRecord, useTexts } from '../../kit/base/hooks.ts';
import { NOT_FOUND } from '../../kit/base/Resource.tsx';
import { PersonAvatar } from '../../kit/field/PersonAvatar.tsx';
import { StatusField } from '../../kit/field/valueFields.tsx';
import { RecordHeader } from '../../kit/form/RecordHeader.tsx';
import { UntilInput } from '../../kit/form/UntilInput.tsx';
import { Show } from '../../kit/show/Show.tsx';
import { AuditTrail } from '../audit-logs/parts.ts';
import { MessageNotice } from '../messages/parts.ts';
import { nameOfUser, rightsOfTabs, type UserTab, userTabs } from '../user-link/parts.ts';
import { UserCreditsButton } from './UserCreditsButton.tsx';
import { UserFigures } from './UserFigures.tsx';
import { UserMoreMenu } from './UserMoreMenu.tsx';
import { UserPackageButton } from './UserPackageButton.tsx';
import { UserTabPanel, UserTabs } from './UserTabs.tsx';

/** Everything about one user; each tab has its own address. */
export const UserShow = () => {
  const { '*': rest = '' } = useParams();
  const tab = rest === '' ? 'overview' : rest;
  const can = useCan();
  if (rest === 'overview' || !userTabs.includes(tab as UserTab)) {
    return <Navigate to={NOT_FOUND} replace />;
  }
  if (!can(rightsOfTabs[tab as UserTab])) return <AccessDenied />;
  return (
    <Show
      history={<AuditTrail />}
      header={
        <RecordHeader
          picture={<UserPicture />}
          status={<StatusField choices={userStatuses} />}
          actions={
            <>
              <UserCreditsButton />
              <UserPackageButton />
              <UserStatusButton />
              <UserMoreMenu />
            </>
          }
        />
      }
    >
      <UserDisabledAlert />
      <UserFigures tab={tab as UserTab} />
      <Box sx={{ minWidth: 0 }}>
        <UserTabs tab={tab as UserTab} />
        <UserTabPanel tab={tab as UserTab} />
      </Box>
    </Show>
  );
};

/** Why a user is disabled, and until when. */
const UserDisabledAlert = () => {
  const t = useTexts('resources.users.status');
  const record = useRecord<User>();
  if (record.status === 'normal') return null;
  const { status, statusReason, disabledUntil } = record;
  const until =
    status === 'deleted'
      ? ''
      : disabledUntil
        ? t('until', { time: exactTime(disabledUntil) })
        : t('untilFurther');
  const why = t('why', { reason: statusReason || '—' });
  return (
    <Alert severity={status === 'disabled' ? 'warning' : 'info'}>
      {[t(`${status}.is`), until, why].filter(Boolean).join('，')}
    </Alert>
  );
};

const UserPicture = () => {
  const record = useRecord<User>();
  return <PersonAvatar src={record.avatarUrl} name={nameOfUser(record)} size={36} />;
};

const { reason, disabledUntil } = adminUserActions.updateUserStatus.input.shape;
const DAYS = [1, 3, 7, 30] as const;

/** Disables a user, with or without an end, or enables the user again. */
const UserStatusButton = () => {
  const t = useTexts('resources.users');
  const { invoke } = useDataProvider();
  const record = useRecord<User>();
  const to = record.status === 'disabled' ? 'normal' : 'disabled';
  const name = nameOfUser(record);
  if (!mayMove(userEntity.transitions, record.status, to)) return null;
  const disabling = to === 'disabled';
  return (
    <DialogButton
      right="users.write"
      button={{ color: disabling ? 'error' : 'primary' }}
      texts={`resources.users.status.${to}`}
      values={{ name }}
    >
      <ActionForm
        fields={{ reason, disabledUntil }}
        defaultValues={disabling ? { disabledUntil: null } : {}}
        run={input =>
          invoke('adminUser', 'updateUserStatus', { id: record.id, status: to, ...input })
        }
        submit={<SubmitButton danger={disabling} />}
      >
        {disabling && (
          <UntilInput
            source="disabledUntil"
            label={t('fields.disabledUntil')}
            none={t('status.forever')}
            days={DAYS}
          />
        )}
        <ReasonInput />
        {disabling && <MessageNotice event="accountDisabled" openid={record.openid} />}
      </ActionForm>
    </DialogButton>
  );
};

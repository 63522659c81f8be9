import { mayMove } from '#contract/states.ts';
import { type User, userEntity } from '#contract/user.ts';
import { adminUserActions } from '#contract/userActions.ts';
import { ActionDialog } from '../../kit/action/ActionDialog.tsx';
import { ActionMenu } from '../../kit/action/ActionMenu.tsx';
import { ReasonInput } from '../../kit/action/ReasonInput.tsx';
import { type RecordOf, useInvoke, useRecord, useTexts } from '../../kit/base/hooks.ts';
import { nameOfUser } from '../user-link/parts.ts';
import { UserRedeemDialog } from './UserRedeemDialog.tsx';

/** What is done rarely. */
export const UserMoreMenu = () => {
  const t = useTexts('resources.users');
  const { status } = useRecord<RecordOf<User>>();
  if (status === 'deleted') return null;
  return (
    <ActionMenu
      label={t('more')}
      sx={{ border: 1, borderColor: 'divider' }}
      actions={[
        ...(status === 'normal'
          ? [{ label: t('redeem.action'), dialog: <UserRedeemDialog /> }]
          : []),
        ...(mayMove(userEntity.transitions, status, 'deleted')
          ? [{ label: t('status.deleted.action'), danger: true, dialog: <UserDeleteDialog /> }]
          : []),
      ]}
    />
  );
};

const { reason } = adminUserActions.updateUserStatus.input.shape;

/** Deletes an account permanently; its name must be typed. */
const UserDeleteDialog = () => {
  const invoke = useInvoke();
  const record = useRecord<RecordOf<User>>();
  const name = nameOfUser(record);
  const t = useTexts('resources.users.status.deleted');
  return (
    <ActionDialog
      texts="resources.users.status.deleted"
      values={{ name }}
      fields={{ reason }}
      danger
      typed={t('word', { name })}
      run={input =>
        invoke('adminUser', 'updateUserStatus', { id: record.id, status: 'deleted', ...input })
      }
    >
      <ReasonInput />
    </ActionDialog>
  );
};

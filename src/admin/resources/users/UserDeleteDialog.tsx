import { useTranslate } from 'react-admin';
import { adminUserActions } from '#contract/userActions.ts';
import type { User } from '#contract/user.ts';
import { ActionDialog } from '../../kit/action/ActionDialog.tsx';
import { useInvoke } from '../../kit/base/InvokeContext.ts';
import type { RecordOf } from '../../kit/base/record.ts';
import { nameOfUser } from '../user-link/parts.ts';
import { ReasonInput } from '../../kit/action/ReasonInput.tsx';

const { reason } = adminUserActions.updateUserStatus.input.shape;

/** Deletes an account permanently; its name must be typed. */
export const UserDeleteDialog = (props: { record: RecordOf<User>; onClose: () => void }) => {
  const { record, onClose } = props;
  const translate = useTranslate();
  const invoke = useInvoke();
  const name = nameOfUser(record);
  const say = (key: string) => translate(`resources.users.status.deleted.${key}`, { name });
  return (
    <ActionDialog
      title={say('title')}
      facts={say('effect')}
      fields={{ reason }}
      labels="users"
      submit={say('submit')}
      danger
      typed={say('word')}
      done={say('done')}
      run={values =>
        invoke('adminUser', 'updateUserStatus', {
          id: record.id,
          status: 'deleted',
          reason: String(values['reason']),
        })
      }
      onClose={onClose}
    >
      <ReasonInput suggestions="resources.users.status.deleted.reasons" />
    </ActionDialog>
  );
};

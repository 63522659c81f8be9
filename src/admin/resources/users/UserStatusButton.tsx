import { useTranslate } from 'react-admin';
import { type User, userTransitions } from '#contract/user.ts';
import { adminUserActions } from '#contract/userActions.ts';
import { ActionButton } from '../../kit/action/ActionButton.tsx';
import { ActionDialog } from '../../kit/action/ActionDialog.tsx';
import { ReasonInput } from '../../kit/action/ReasonInput.tsx';
import { useInvoke } from '../../kit/base/InvokeContext.ts';
import type { RecordOf } from '../../kit/base/record.ts';
import { useRecord } from '../../kit/base/record.ts';
import { useTexts } from '../../kit/base/useTexts.ts';
import { UntilInput } from '../../kit/form/UntilInput.tsx';
import { nameOfUser } from '../user-link/parts.ts';

const { reason, disabledUntil } = adminUserActions.updateUserStatus.input.shape;
const DAYS = [1, 3, 7, 30] as const;

/** Disables a user, with or without an end, or enables the user again. */
export const UserStatusButton = () => {
  const translate = useTranslate();
  const invoke = useInvoke();
  const record = useRecord<RecordOf<User>>();
  const to = record.status === 'disabled' ? 'normal' : 'disabled';
  const name = nameOfUser(record);
  const say = useTexts(`resources.users.status.${to}`, { name });
  if (!userTransitions[record.status].includes(to)) return null;
  const disabling = to === 'disabled';
  return (
    <ActionButton
      label={say('action')}
      color={disabling ? 'error' : 'primary'}
      dialog={
        <ActionDialog
          texts={`resources.users.status.${to}`}
          values={{ name }}
          fields={{ reason, disabledUntil }}
          defaults={disabling ? { disabledUntil: null } : {}}
          danger={disabling}
          run={input =>
            invoke('adminUser', 'updateUserStatus', { id: record.id, status: to, ...input })
          }
        >
          {disabling && (
            <UntilInput
              source="disabledUntil"
              label={translate('resources.users.fields.disabledUntil')}
              none={translate('resources.users.status.forever')}
              days={DAYS}
            />
          )}
          <ReasonInput />
        </ActionDialog>
      }
    />
  );
};

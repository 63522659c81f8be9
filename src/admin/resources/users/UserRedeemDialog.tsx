import { TextInput, useTranslate } from 'react-admin';
import { activationCodeActions } from '#contract/activationCode.ts';
import type { User } from '#contract/user.ts';
import { ActionDialog } from '../../kit/action/ActionDialog.tsx';
import { ReasonInput } from '../../kit/action/ReasonInput.tsx';
import { useInvoke } from '../../kit/base/InvokeContext.ts';
import type { RecordOf } from '../../kit/base/record.ts';
import { nameOfUser } from '../user-link/parts.ts';

const { code, reason } = activationCodeActions.redeemForUser.input.shape;

/** Redeems a code for a user who cannot do it. */
export const UserRedeemDialog = (props: { record: RecordOf<User>; onClose: () => void }) => {
  const { record, onClose } = props;
  const translate = useTranslate();
  const invoke = useInvoke();
  const say = (key: string, values = {}) => translate(`resources.users.redeem.${key}`, values);
  return (
    <ActionDialog
      title={say('title', { name: nameOfUser(record) })}
      facts={say('effect')}
      fields={{ code, reason }}
      labels="users"
      submit={say('submit')}
      done={({ credits, packageName }: { credits: number; packageName: string }) =>
        packageName ? say('donePackage', { package: packageName }) : say('done', { count: credits })
      }
      run={values =>
        invoke('adminActivationCode', 'redeemForUser', {
          code: String(values['code']),
          userId: record.id,
          reason: String(values['reason']),
        })
      }
      onClose={onClose}
    >
      <TextInput source="code" autoComplete="off" isRequired fullWidth />
      <ReasonInput suggestions="resources.users.redeem.reasons" />
    </ActionDialog>
  );
};

import { TextInput } from 'react-admin';
import { activationCodeActions } from '#contract/activationCode.ts';
import type { User } from '#contract/user.ts';
import { ActionDialog } from '../../kit/action/ActionDialog.tsx';
import { ReasonInput } from '../../kit/action/ReasonInput.tsx';
import { type RecordOf, useInvoke, useRecord, useTexts } from '../../kit/base/hooks.ts';
import { nameOfUser } from '../user-link/parts.ts';

const { code, reason } = activationCodeActions.redeemForUser.input.shape;

/** Redeems a code for a user who cannot do it. */
export const UserRedeemDialog = () => {
  const invoke = useInvoke();
  const say = useTexts('resources.users.redeem');
  const record = useRecord<RecordOf<User>>();
  return (
    <ActionDialog
      texts="resources.users.redeem"
      values={{ name: nameOfUser(record) }}
      fields={{ code, reason }}
      run={input => invoke('adminActivationCode', 'redeemForUser', { userId: record.id, ...input })}
      done={({ credits, packageName }) =>
        packageName ? say('donePackage', { package: packageName }) : say('done', { count: credits })
      }
    >
      <TextInput source="code" autoComplete="off" isRequired fullWidth />
      <ReasonInput />
    </ActionDialog>
  );
};

import { activationCodeActions } from '#contract/activationCode.ts';
import { feedbackActions } from '#contract/feedback.ts';
import { mayMove } from '#contract/states.ts';
import { type User, userEntity } from '#contract/user.ts';
import { adminUserActions } from '#contract/userActions.ts';
import { useSystemSettings } from '../../../shared/settings.ts';
import { ActionDialog } from '../../kit/action/ActionDialog.tsx';
import { ActionForm, ReasonInput, SubmitButton } from '../../kit/action/ActionForm.tsx';
import { ActionMenu } from '../../kit/action/ActionMenu.tsx';
import { useDataProvider, useRecord, useTexts } from '../../kit/base/hooks.ts';
import { TextInput } from '../../kit/form/inputs.tsx';
import { QuickReplies } from '../feedback/parts.ts';
import { nameOfUser } from '../user-link/parts.ts';

/** What is done rarely. */
export const UserMoreMenu = () => {
  const t = useTexts('resources.users');
  const { status } = useRecord<User>();
  if (status === 'deleted') return null;
  return (
    <ActionMenu
      label={t('more')}
      sx={{ border: 1, borderColor: 'divider' }}
      actions={[
        { label: t('write.action'), right: 'feedback.write', dialog: <UserWriteDialog /> },
        status === 'normal' && {
          label: t('redeem.action'),
          right: 'activation-codes.redeem',
          dialog: <UserRedeemDialog />,
        },
        mayMove(userEntity.transitions, status, 'deleted') && {
          label: t('status.deleted.action'),
          right: 'users.write',
          danger: true,
          dialog: <UserDeleteDialog />,
        },
      ]}
    />
  );
};

const { text } = feedbackActions.writeToUser.input.shape;

/** Begins a conversation, which stands in the user's page. */
const UserWriteDialog = () => {
  const { invoke } = useDataProvider();
  const record = useRecord<User>();
  return (
    <ActionDialog texts="resources.users.write" values={{ name: nameOfUser(record) }}>
      <ActionForm
        fields={{ text }}
        run={(input, idemKey) =>
          invoke('adminFeedback', 'writeToUser', { userId: String(record.id), ...input, idemKey })
        }
      >
        <TextInput source="text" multiline minRows={3} isRequired fullWidth />
        <QuickReplies topic="support" user={record.nickName} />
      </ActionForm>
    </ActionDialog>
  );
};

/** Deletes an account permanently; its name must be typed. */
const UserDeleteDialog = () => {
  const { invoke } = useDataProvider();
  const record = useRecord<User>();
  const name = nameOfUser(record);
  const t = useTexts('resources.users.status.deleted');
  const days = useSystemSettings().retention.printPhotoDays;
  return (
    <ActionDialog texts="resources.users.status.deleted" values={{ name, days }}>
      <ActionForm
        fields={{ reason: adminUserActions.updateUserStatus.input.shape.reason }}
        typed={t('word', { name })}
        run={input =>
          invoke('adminUser', 'updateUserStatus', { id: record.id, status: 'deleted', ...input })
        }
        submit={<SubmitButton danger />}
      />
    </ActionDialog>
  );
};

const { code, reason } = activationCodeActions.redeemForUser.input.shape;

/** Redeems a code for a user who cannot do it. */
const UserRedeemDialog = () => {
  const { invoke } = useDataProvider();
  const say = useTexts('resources.users.redeem');
  const record = useRecord<User>();
  return (
    <ActionDialog texts="resources.users.redeem" values={{ name: nameOfUser(record) }}>
      <ActionForm
        fields={{ code, reason }}
        run={input =>
          invoke('adminActivationCode', 'redeemForUser', { userId: record.id, ...input })
        }
        done={({ credits, packageName }) =>
          packageName
            ? say('donePackage', { package: packageName })
            : say('done', { count: credits })
        }
      >
        <TextInput source="code" autoComplete="off" isRequired fullWidth />
        <ReasonInput />
      </ActionForm>
    </ActionDialog>
  );
};

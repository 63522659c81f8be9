import { useState } from 'react';
import { useGetIdentity } from 'react-admin';
import { administratorActions } from '#contract/administrator.ts';
import { DialogButton } from '../../kit/action/ActionDialog.tsx';
import { ActionForm, SubmitButton } from '../../kit/action/ActionForm.tsx';
import { useCan } from '../../kit/base/CanAccess.tsx';
import { useDataProvider, useRecord } from '../../kit/base/hooks.ts';
import { type AdministratorRecord, nameOfAdministrator } from './administratorRecord.ts';
import { OneTimePasswordDialog } from './OneTimePasswordDialog.tsx';
import { RoleInput } from './RoleInput.tsx';

const texts = 'resources.administrators';
const { role: roleField } = administratorActions.setAdministratorRole.input.shape;

/** What is done to another administrator; locking one out asks for the user name. */
export const AdministratorActs = () => {
  const { identity } = useGetIdentity();
  const can = useCan();
  const { id, status, secondFactorTime } = useRecord<AdministratorRecord>();
  if (!identity || identity.id === id) return null;
  if (!can('administrators.write')) return null;
  return status === 'active' ? (
    <>
      <SetRoleButton />
      {secondFactorTime !== null && <ResetFactorButton />}
      <ResetPasswordButton />
      <DisableButton />
    </>
  ) : (
    <EnableButton />
  );
};

const SetRoleButton = () => {
  const { invoke } = useDataProvider();
  const record = useRecord<AdministratorRecord>();
  const { id, rev, role } = record;
  return (
    <DialogButton texts={`${texts}.setRole`} values={{ name: nameOfAdministrator(record) }}>
      <ActionForm
        fields={{ role: roleField }}
        defaultValues={{ role }}
        run={values =>
          invoke('adminAdministrator', 'setAdministratorRole', { id, rev, role: values.role })
        }
      >
        <RoleInput />
      </ActionForm>
    </DialogButton>
  );
};

const DisableButton = () => {
  const { invoke } = useDataProvider();
  const record = useRecord<AdministratorRecord>();
  const { id, rev, username } = record;
  return (
    <DialogButton
      texts={`${texts}.disable`}
      values={{ name: nameOfAdministrator(record) }}
      button={{ color: 'error' }}
    >
      <ActionForm
        typed={username}
        run={() =>
          invoke('adminAdministrator', 'setAdministratorStatus', { id, rev, status: 'disabled' })
        }
        submit={<SubmitButton danger />}
      />
    </DialogButton>
  );
};

const ResetFactorButton = () => {
  const { invoke } = useDataProvider();
  const record = useRecord<AdministratorRecord>();
  const { id, rev, username } = record;
  return (
    <DialogButton texts={`${texts}.resetFactor`} values={{ name: nameOfAdministrator(record) }}>
      <ActionForm
        typed={username}
        run={() => invoke('adminAdministrator', 'resetSecondFactor', { id, rev })}
        submit={<SubmitButton danger />}
      />
    </DialogButton>
  );
};

const EnableButton = () => {
  const { invoke } = useDataProvider();
  const record = useRecord<AdministratorRecord>();
  const { id, rev } = record;
  return (
    <DialogButton texts={`${texts}.enable`} values={{ name: nameOfAdministrator(record) }}>
      <ActionForm
        run={() =>
          invoke('adminAdministrator', 'setAdministratorStatus', { id, rev, status: 'active' })
        }
      />
    </DialogButton>
  );
};

const ResetPasswordButton = () => {
  const { invoke } = useDataProvider();
  const record = useRecord<AdministratorRecord>();
  const { id, rev, username } = record;
  const [password, setPassword] = useState<string>();
  const name = nameOfAdministrator(record);
  return (
    <>
      <DialogButton texts={`${texts}.reset`} values={{ name }}>
        <ActionForm
          typed={username}
          run={() => invoke('adminAdministrator', 'resetAdministratorPassword', { id, rev })}
          onDone={({ oneTimePassword }) => setPassword(oneTimePassword)}
          submit={<SubmitButton danger />}
        />
      </DialogButton>
      {password && (
        <OneTimePasswordDialog
          name={name}
          password={password}
          onClose={() => setPassword(undefined)}
        />
      )}
    </>
  );
};

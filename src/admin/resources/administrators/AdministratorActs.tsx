import { useState } from 'react';
import { useGetIdentity } from 'react-admin';
import { DialogButton } from '../../kit/action/ActionDialog.tsx';
import { useDataProvider, useRecord } from '../../kit/base/hooks.ts';
import { type AdministratorRecord, nameOfAdministrator } from './administratorRecord.ts';
import { OneTimePasswordDialog } from './OneTimePasswordDialog.tsx';

const texts = 'resources.administrators';

/** What is done to another administrator; whoever locks somebody out types the user name. */
export const AdministratorActs = () => {
  const { identity } = useGetIdentity();
  const { id, status } = useRecord<AdministratorRecord>();
  if (!identity || identity.id === id) return null;
  return status === 'active' ? (
    <>
      <ResetPasswordButton />
      <DisableButton />
    </>
  ) : (
    <EnableButton />
  );
};

const DisableButton = () => {
  const dataProvider = useDataProvider();
  const record = useRecord<AdministratorRecord>();
  const { id, rev, username } = record;
  return (
    <DialogButton
      danger
      texts={`${texts}.disable`}
      values={{ name: nameOfAdministrator(record) }}
      typed={username}
      button={{ color: 'error' }}
      run={() =>
        dataProvider.invoke('adminAdministrator', 'setAdministratorStatus', {
          id,
          rev,
          status: 'disabled',
        })
      }
    />
  );
};

const EnableButton = () => {
  const dataProvider = useDataProvider();
  const record = useRecord<AdministratorRecord>();
  const { id, rev } = record;
  return (
    <DialogButton
      texts={`${texts}.enable`}
      values={{ name: nameOfAdministrator(record) }}
      run={() =>
        dataProvider.invoke('adminAdministrator', 'setAdministratorStatus', {
          id,
          rev,
          status: 'active',
        })
      }
    />
  );
};

const ResetPasswordButton = () => {
  const dataProvider = useDataProvider();
  const record = useRecord<AdministratorRecord>();
  const { id, rev, username } = record;
  const [password, setPassword] = useState<string>();
  const name = nameOfAdministrator(record);
  return (
    <>
      <DialogButton
        danger
        texts={`${texts}.reset`}
        values={{ name }}
        typed={username}
        run={() =>
          dataProvider.invoke('adminAdministrator', 'resetAdministratorPassword', { id, rev })
        }
        onDone={({ oneTimePassword }) => setPassword(oneTimePassword)}
      />
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

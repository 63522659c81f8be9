import { Skeleton } from '@mui/material';
import { useState } from 'react';
import { useGetIdentity } from 'react-admin';
import {
  type Administrator,
  administratorActions,
  type AdminStatus,
} from '#contract/administrator.ts';
import { DialogButton } from '../../kit/action/ActionDialog.tsx';
import { ActionForm, SubmitButton } from '../../kit/action/ActionForm.tsx';
import { useReread } from '../../kit/action/useRun.ts';
import { useCan } from '../../kit/base/CanAccess.tsx';
import { useDataProvider, useRecord, useTexts } from '../../kit/base/hooks.ts';
import { PersonAvatar } from '../../kit/field/PersonAvatar.tsx';
import { Quiet, Time } from '../../kit/field/valueFields.tsx';
import { RecordHeader } from '../../kit/form/RecordHeader.tsx';
import { FactList, Panel } from '../../kit/show/Panel.tsx';
import { Show } from '../../kit/show/Show.tsx';
import { AuditTrail } from '../audit-logs/parts.ts';
import { RightList, useRole } from '../roles/parts.ts';
import {
  AdministratorRoleField,
  AdministratorStatusField,
  RoleInput,
  SecondFactorField,
} from './AdministratorFields.tsx';
import { type AdministratorOnPage, nameOfAdministrator } from './administratorRecord.ts';
import { DeviceList, RememberedDeviceList } from './DeviceList.tsx';
import { OneTimePasswordDialog } from './OneTimePasswordDialog.tsx';

export const AdministratorShow = () => (
  <Show
    history={<AuditTrail />}
    header={
      <RecordHeader
        picture={<AdministratorPicture />}
        status={<AdministratorStatusField />}
        actions={<AdministratorActs />}
      />
    }
    aside={<AdministratorFacts />}
  >
    <RightsPanel />
    <DevicesPanel />
    <RememberedPanel />
    <AuditTrail />
  </Show>
);

const AdministratorPicture = () => {
  const record = useRecord<AdministratorOnPage>();
  return <PersonAvatar src={record.avatar} name={nameOfAdministrator(record)} size={36} />;
};

const AdministratorFacts = () => {
  const t = useTexts('resources.administrators');
  const { username, lastLoginTime, lastLoginIp, createTime } = useRecord<AdministratorOnPage>();
  return (
    <Panel title={t('about')}>
      <FactList
        facts={[
          [t('fields.username'), username],
          [t('fields.role'), <AdministratorRoleField key="role" />],
          [
            t('fields.lastLoginTime'),
            lastLoginTime === null ? (
              t('neverSignedIn')
            ) : (
              <Time key="last" instant={lastLoginTime} />
            ),
          ],
          [t('fields.lastLoginIp'), lastLoginIp || undefined],
          [t('fields.secondFactorTime'), <SecondFactorField key="factor" />],
          [t('fields.createTime'), <Time key="made" instant={createTime} />],
        ]}
      />
    </Panel>
  );
};

/** What its role may do, in words. */
const RightsPanel = () => {
  const t = useTexts('resources.administrators');
  const { role } = useRecord<AdministratorOnPage>();
  const found = useRole(role);
  if (!found) return null;
  return (
    <Panel title={t('may')}>
      <Quiet small sx={{ mb: 1 }}>{`${found.name}：${found.description}`}</Quiet>
      <RightList {...found} />
    </Panel>
  );
};

const RememberedPanel = () => {
  const t = useTexts('resources.administrators.remembered');
  const { invoke } = useDataProvider();
  const reread = useReread();
  const { id, rememberedDevices = [] } = useRecord<AdministratorOnPage>();
  if (rememberedDevices.length === 0) return null;
  return (
    <Panel title={t('title')}>
      <Quiet small>{t('hint')}</Quiet>
      <RememberedDeviceList
        devices={rememberedDevices}
        end={deviceId =>
          invoke('adminAdministrator', 'forgetAdministratorDevice', { id, deviceId })
        }
        reread={reread}
      />
    </Panel>
  );
};

const DevicesPanel = () => {
  const t = useTexts('resources.administrators.devices');
  const { invoke } = useDataProvider();
  const reread = useReread();
  const { id, sessions } = useRecord<AdministratorOnPage>();
  return (
    <Panel title={t('title')}>
      <Quiet small>{t('hint')}</Quiet>
      {!sessions && <Skeleton variant="rounded" height={64} sx={{ mt: 1 }} />}
      {sessions?.length === 0 && <Quiet sx={{ py: 1 }}>{t('none')}</Quiet>}
      <DeviceList
        sessions={sessions ?? []}
        end={sessionId =>
          invoke('adminAdministrator', 'revokeAdministratorSession', { id, sessionId })
        }
        reread={reread}
      />
    </Panel>
  );
};

const texts = 'resources.administrators';
const { role: roleField } = administratorActions.setAdministratorRole.input.shape;

/** What is done to another administrator; locking one out asks for the user name. */
const AdministratorActs = () => {
  const { identity } = useGetIdentity();
  const can = useCan();
  const { invoke } = useDataProvider();
  const record = useRecord<Administrator>();
  const [password, setPassword] = useState<string>();
  const { id, rev, username, role, status, secondFactorTime } = record;
  if (!identity || identity.id === id) return null;
  if (!can('administrators.write')) return null;
  const name = nameOfAdministrator(record);
  const setStatus = (to: AdminStatus) => () =>
    invoke('adminAdministrator', 'setAdministratorStatus', { id, rev, status: to });
  if (status !== 'active')
    return (
      <DialogButton texts={`${texts}.enable`} values={{ name }}>
        <ActionForm run={setStatus('active')} />
      </DialogButton>
    );
  return (
    <>
      <DialogButton texts={`${texts}.setRole`} values={{ name }}>
        <ActionForm
          fields={{ role: roleField }}
          defaultValues={{ role }}
          run={input => invoke('adminAdministrator', 'setAdministratorRole', { id, rev, ...input })}
        >
          <RoleInput />
        </ActionForm>
      </DialogButton>
      {secondFactorTime !== null && (
        <DialogButton texts={`${texts}.resetFactor`} values={{ name }}>
          <ActionForm
            typed={username}
            run={() => invoke('adminAdministrator', 'resetSecondFactor', { id, rev })}
            submit={<SubmitButton danger />}
          />
        </DialogButton>
      )}
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
      <DialogButton texts={`${texts}.disable`} values={{ name }} button={{ color: 'error' }}>
        <ActionForm typed={username} run={setStatus('disabled')} submit={<SubmitButton danger />} />
      </DialogButton>
    </>
  );
};

import { Box } from '@mui/material';
import { useGetIdentity } from 'react-admin';
import { type Administrator, adminStatuses } from '#contract/administrator.ts';
import { usePermissionsOfTab } from '../../kit/base/CanAccess.tsx';
import { useRecord, useTexts } from '../../kit/base/hooks.ts';
import { useNow } from '../../kit/base/useNow.ts';
import { NameCell } from '../../kit/field/NameCell.tsx';
import { PersonAvatar } from '../../kit/field/PersonAvatar.tsx';
import { Quiet, SmallChip, StatusField, StatusLabel, Time } from '../../kit/field/valueFields.tsx';
import { SelectInput } from '../../kit/form/inputs.tsx';
import { useRoles } from '../roles/parts.ts';
import { nameOfAdministrator } from './administratorRecord.ts';

export const AdministratorNameField = () => {
  const t = useTexts('resources.administrators');
  const { identity } = useGetIdentity();
  const record = useRecord<Administrator>();
  const { id, username, avatar } = record;
  const name = nameOfAdministrator(record);
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, minWidth: 0 }}>
      <NameCell
        picture={<PersonAvatar src={avatar} name={name} size={30} />}
        name={name}
        to={`/administrators/${encodeURIComponent(id)}`}
        second={username}
      />
      {identity?.id === id && <SmallChip label={t('oneself')} color="primary" variant="outlined" />}
    </Box>
  );
};

/** The state, and whether its password is still the one that was made for it. */
export const AdministratorStatusField = () => {
  const t = useTexts('resources.administrators');
  const now = useNow();
  const { status, oneTimeUntil } = useRecord<Administrator>();
  return (
    <>
      <StatusField choices={adminStatuses} />
      {status === 'active' && oneTimeUntil !== null && (
        <Quiet tiny>{t(oneTimeUntil > now ? 'waitsForOwn' : 'expired')}</Quiet>
      )}
    </>
  );
};

/** The name of its role. */
export const AdministratorRoleField = () => {
  const t = useTexts('resources.administrators');
  const { role } = useRecord<Administrator>();
  const roles = useRoles();
  // Until the roles are there, a space keeps the line.
  if (roles.length === 0) return <>&nbsp;</>;
  return <>{roles.find(({ id }) => id === role)?.name ?? t('noRole')}</>;
};

export const SecondFactorField = () => {
  const t = useTexts('resources.administrators');
  const { secondFactorTime } = useRecord<Administrator>();
  return secondFactorTime === null ? (
    <Quiet component="span">{t('secondFactorOff')}</Quiet>
  ) : (
    <StatusLabel label={t('secondFactorOn')} tone="success" />
  );
};

export const LastSignInField = () => {
  const t = useTexts('resources.administrators');
  const { lastLoginTime, lastLoginIp } = useRecord<Administrator>();
  if (lastLoginTime === null) return <Quiet component="span">{t('neverSignedIn')}</Quiet>;
  return (
    <>
      <Time instant={lastLoginTime} />
      <Quiet tiny>{lastLoginIp}</Quiet>
    </>
  );
};

/** The roles that one may give: those with no rights that one has not oneself. */
export const RoleInput = () => {
  const { role: own, rights } = usePermissionsOfTab();
  const choices = useRoles().filter(
    role =>
      (role.id !== 'admin' || own === 'admin') &&
      role.rights.every(right => rights === null || rights.has(right)),
  );
  return <SelectInput source="role" choices={choices} optionText="name" isRequired fullWidth />;
};

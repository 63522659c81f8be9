import { useGetList, useGetOne } from 'react-admin';
import { MAX_PAGE_SIZE } from '#contract/constants.ts';
import type { Role } from '#contract/role.ts';
import { usePermissionsOfTab } from '../../kit/base/CanAccess.tsx';
import type { RecordOf } from '../../kit/base/hooks.ts';
import { SelectInput } from '../../kit/form/inputs.tsx';

const resource = 'administrators/roles';
export type RoleRecord = RecordOf<Role>;

/** The role of an administrator, with what it may. */
export const useRole = (id: string) =>
  useGetOne<RoleRecord>(resource, { id }, { enabled: id !== '' }).data;

/** The roles that one may give: those with no rights that one has not oneself. */
export const RoleInput = () => {
  const { role: own, rights } = usePermissionsOfTab();
  const { data = [] } = useGetList<RoleRecord>(resource, {
    pagination: { page: 1, perPage: MAX_PAGE_SIZE },
  });
  const choices = data.filter(
    role =>
      (role.id !== 'admin' || own === 'admin') &&
      role.rights.every(right => rights === null || rights.has(right)),
  );
  return <SelectInput source="role" choices={choices} optionText="name" isRequired fullWidth />;
};

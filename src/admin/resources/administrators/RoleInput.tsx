import { useGetList } from 'react-admin';
import { MAX_PAGE_SIZE } from '#contract/constants.ts';
import { usePermissionsOfTab } from '../../kit/base/CanAccess.tsx';
import { SelectInput } from '../../kit/form/inputs.tsx';
import type { RoleRecord } from '../roles/parts.ts';

const resource = 'administrators/roles';
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

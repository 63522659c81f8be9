import { usePermissionsOfTab } from '../../kit/base/CanAccess.tsx';
import { SelectInput } from '../../kit/form/inputs.tsx';
import { useRoles } from '../roles/parts.ts';

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

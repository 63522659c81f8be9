import { useGetList, useGetOne } from 'react-admin';
import { MAX_PAGE_SIZE } from '#contract/constants.ts';
import type { Role } from '#contract/role.ts';
import { useCan } from '../../kit/base/CanAccess.tsx';
import type { RecordOf } from '../../kit/base/hooks.ts';

export type RoleRecord = RecordOf<Role>;

const resource = 'administrators/roles';

/** All roles: they are few. None where the role of this tab does not see administrators. */
export const useRoles = (): RoleRecord[] => {
  const enabled = useCan()('administrators.read');
  const pagination = { page: 1, perPage: MAX_PAGE_SIZE };
  return useGetList<RoleRecord>(resource, { pagination }, { enabled }).data ?? [];
};

/** The role of an administrator, with what it may. */
export const useRole = (id: string) =>
  useGetOne<RoleRecord>(resource, { id }, { enabled: id !== '' }).data;

import { useGetOne } from 'react-admin';
import type { Role } from '#contract/role.ts';
import type { RecordOf } from '../../kit/base/hooks.ts';

export type RoleRecord = RecordOf<Role>;

/** The role of an administrator, with what it may. */
export const useRole = (id: string) =>
  useGetOne<RoleRecord>('administrators/roles', { id }, { enabled: id !== '' }).data;

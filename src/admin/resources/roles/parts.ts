/** What other resources may use of this one. */
export { RightList } from './RightList.tsx';
export { type RoleRecord, useRole, useRoles } from './useRole.ts';

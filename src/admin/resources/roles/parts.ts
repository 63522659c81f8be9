/** What other resources may use of this one. */
export { RightList } from './RightList.tsx';
export { RoleInput } from './RoleInput.tsx';
export { useRole } from './useRole.ts';

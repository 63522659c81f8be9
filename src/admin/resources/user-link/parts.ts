/** What other resources may use of this one. */
export { UserFilter } from './UserFilter.tsx';
export { UserName, rightsOfTabs, userPath, type UserTab, userTabs } from './UserName.tsx';
export { nameOfUser } from '../../../shared/nameOfUser.ts';

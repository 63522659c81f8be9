/** What other resources may use of this one. */
export { UserFilter } from './UserFilter.tsx';
export { UserName } from './UserName.tsx';
export { nameOfUser } from '../../../shared/nameOfUser.ts';
export { rightsOfTabs, userPath, type UserTab, userTabs } from './userPath.ts';

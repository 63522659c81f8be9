import type { Identifier } from 'react-admin';

export const userTabs = [
  'overview',
  'tasks',
  'pictures',
  'orders',
  'print-orders',
  'credits',
  'logs',
] as const;
export type UserTab = (typeof userTabs)[number];

/** The page of a user, at one of its tabs. */
export const userPath = (id: Identifier, tab: UserTab = 'overview') =>
  `/users/${encodeURIComponent(id)}${tab === 'overview' ? '' : `/${tab}`}`;

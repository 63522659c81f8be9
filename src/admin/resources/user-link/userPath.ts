import type { Identifier } from 'react-admin';
import type { Right } from '#contract/rights/rights.ts';

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

/** What the tabs take that show more than the user's own record. */
export const rightsOfTabs: Partial<Record<UserTab, Right>> = {
  tasks: 'tasks.read',
  pictures: 'tasks.read',
  orders: 'orders.read',
  'print-orders': 'print-orders.read',
};

/** The page of a user, at one of its tabs. */
export const userPath = (id: Identifier, tab: UserTab = 'overview') =>
  `/users/${encodeURIComponent(id)}${tab === 'overview' ? '' : `/${tab}`}`;

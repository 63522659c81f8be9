import { FULL_ROLE } from '#contract/constants.ts';
import { accessTo, admits } from '#contract/rights/rights.ts';
import type { RoleLimits } from '#contract/rights/roles.ts';
import { type AdminUser, getAdminUser } from './session.ts';

/** What react-admin asks about. */
export interface Access {
  resource: string;
  action: string;
}

/** The rights of the administrator of this tab, as the server last sent them. */
export interface Permissions {
  /** Id of the role. */
  role: string;
  roleName: string;
  /** null until they are known, as in a session of an earlier version: only the server refuses then. */
  rights: ReadonlySet<string> | null;
  /** Up to how much they reach; null until that is known. */
  limits: RoleLimits | null;
}

let read: { of: AdminUser | null; permissions: Permissions } | undefined;

/** The same object until something changes, as React's stores are read. */
export const permissionsOfTab = (): Permissions => {
  const user = getAdminUser();
  if (read?.of !== user || !read) {
    const { role = FULL_ROLE, roleName = '', rights, limits = null } = user ?? {};
    const permissions = { role, roleName, rights: rights ? new Set(rights) : null, limits };
    read = { of: user, permissions };
  }
  return read.permissions;
};

/** Whether the administrator of this tab may: what the screens offer. The server decides by itself. */
export const mayAccess = (access: Access): boolean => {
  const { rights } = permissionsOfTab();
  return rights === null || admits(rights, access);
};

/** Whether a link may lead there. */
export const mayOpen = (address: string): boolean => mayAccess(accessTo(address));

const listeners = new Set<() => void>();

/** Calls back when other rights have been kept, until the returned function is called. */
export const onPermissions = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

export const publishPermissions = () => {
  for (const listener of listeners) listener();
};

import { Box, Typography } from '@mui/material';
import { type ReactNode, useSyncExternalStore } from 'react';
import { type CanAccessProps, useResourceContext, useTranslate } from 'react-admin';
import { createPath, parsePath, type To } from 'react-router-dom';
import {
  type Access,
  mayAccess,
  mayOpen,
  onPermissions,
  permissionsOfTab,
} from '#authProvider/permissions.ts';
import type { Right } from '#contract/rights/rights.ts';

/** What the administrator may, which follows at once when the role changes. */
export const usePermissionsOfTab = () => useSyncExternalStore(onPermissions, permissionsOfTab);

/**
 * Whether the administrator may do something, as react-admin's `useCanAccess` asks, but known at once. The resource
 * is by default the one around; the action one of react-admin's or the name of a right (`contract/rights/rights.ts`).
 */
export const useMayAccess = (): ((access: Partial<Access> & Pick<Access, 'action'>) => boolean) => {
  usePermissionsOfTab();
  const around = useResourceContext() ?? '';
  return ({ resource = around, action }) => mayAccess({ resource, action });
};

/** Whether a link may lead to an address below the management side. */
export const useMayOpen = (): ((to: To) => boolean) => {
  usePermissionsOfTab();
  return to => mayOpen(createPath(typeof to === 'string' ? parsePath(to) : to));
};

/** Whether the administrator has a right: of the buttons that need more than seeing the page they stand on. */
export const useCan = (): ((right: Right | undefined) => boolean) => {
  const { rights } = usePermissionsOfTab();
  return right => right === undefined || rights === null || rights.has(right);
};

/** react-admin's `CanAccess`, which shows its children, or why not, with the first rendering. */
export const CanAccess = ({
  action,
  resource,
  accessDenied = null,
  children,
}: Omit<CanAccessProps, 'loading' | 'error'>): ReactNode =>
  useMayAccess()({ action, ...(resource !== undefined && { resource }) }) ? children : accessDenied;

/** In place of a page that the role does not open. */
export const AccessDenied = () => {
  const translate = useTranslate();
  const { roleName } = usePermissionsOfTab();
  return (
    <Box role="alert" sx={{ px: 2, py: { xs: 8, sm: 14 }, textAlign: 'center' }}>
      <Typography sx={{ color: 'text.secondary' }}>
        {translate(roleName ? 'access.deniedTo' : 'access.denied', { role: roleName })}
      </Typography>
    </Box>
  );
};

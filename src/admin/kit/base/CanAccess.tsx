import { Box, Typography } from '@mui/material';
import { type ReactNode, useSyncExternalStore } from 'react';
import { type CanAccessProps, useResourceContext, useTranslate } from 'react-admin';
import { createPath, parsePath, type To } from 'react-router-dom';
import { mayAccess, mayOpen, onPermissions, permissionsOfTab } from '#authProvider/permissions.ts';
import type { Right } from '#contract/rights/rights.ts';

/** What the administrator may, which follows at once when the role changes. */
export const usePermissionsOfTab = () => useSyncExternalStore(onPermissions, permissionsOfTab);

/** A right (`contract/rights/rights.ts`), what react-admin's `useCanAccess` asks, or an address a link leads to. */
type Asked = Right | { resource?: string | undefined; action: string } | { to: To };

/**
 * Whether the administrator may do something, known at once; what needs no right is allowed. The resource is by
 * default the one around; the action is one of react-admin's or the name of a right.
 */
export const useCan = (): ((asked: Asked | undefined) => boolean) => {
  const { rights } = usePermissionsOfTab();
  const around = useResourceContext() ?? '';
  return asked => {
    if (asked === undefined) return true;
    if (typeof asked === 'string') return rights === null || rights.has(asked);
    if ('to' in asked) {
      return mayOpen(createPath(typeof asked.to === 'string' ? parsePath(asked.to) : asked.to));
    }
    const { resource = around, action } = asked;
    return mayAccess({ resource, action });
  };
};

/** react-admin's `CanAccess`, which shows its children, or why not, with the first rendering. */
export const CanAccess = ({
  action,
  resource,
  accessDenied = null,
  children,
}: Omit<CanAccessProps, 'loading' | 'error'>): ReactNode =>
  useCan()({ action, resource }) ? children : accessDenied;

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

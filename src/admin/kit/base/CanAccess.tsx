import { Box, Button, Typography } from '@mui/material';
import { type ReactNode, useSyncExternalStore } from 'react';
import {
  type CanAccessProps,
  Title,
  useGetResourceLabel,
  useResourceContext,
  useResourceDefinitions,
  useTranslate,
} from 'react-admin';
import { createPath, Link, parsePath, type To, useNavigate } from 'react-router-dom';
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

/** What menu, breadcrumb, palette and a refused page call the list of a resource, or a page by its address without the slash. */
export const usePlaceLabel = () => {
  const translate = useTranslate();
  const labelOf = useGetResourceLabel();
  const places = useResourceDefinitions<{ label?: string }>();
  return (name: string): string => {
    const place = places[name];
    if (!place) return translate(`app.pages.${name}`, { _: name });
    return (
      place.options?.label ?? translate(`resources.${name}.page.list`, { _: labelOf(name, 2) })
    );
  };
};

/** In place of a page that the role does not open: which one, whom to ask, and ways on. */
export const AccessDenied = ({ resource }: { resource?: string }) => {
  const translate = useTranslate();
  const { roleName } = usePermissionsOfTab();
  const labelOf = usePlaceLabel();
  const navigate = useNavigate();
  return (
    <>
      {resource !== undefined && <Title title={labelOf(resource)} preferenceKey={false} />}
      <Box role="alert" sx={{ px: 2, py: { xs: 8, sm: 14 }, textAlign: 'center' }}>
        <Typography sx={{ color: 'text.secondary' }}>
          {translate(roleName ? 'access.deniedTo' : 'access.denied', { role: roleName })}
        </Typography>
        <Box sx={{ display: 'flex', justifyContent: 'center', gap: 1, mt: 3 }}>
          <Button variant="outlined" onClick={() => void navigate(-1)}>
            {translate('access.back')}
          </Button>
          <Button component={Link} to="/" variant="contained">
            {translate('access.home')}
          </Button>
        </Box>
      </Box>
    </>
  );
};

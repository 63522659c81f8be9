import { type ReactNode, Suspense, useEffect } from 'react';
import { Box, Typography } from '@mui/material';
import { useResourceDefinitions, useTranslate } from 'react-admin';
import { matchPath, Navigate, useLocation } from 'react-router-dom';
import { texts } from '#contract/constants.ts';
import { NOT_FOUND } from '../../kit/base/editRoute.tsx';
import { pageAt } from '../pages.ts';
import { Breadcrumb } from './Breadcrumb.tsx';
import { TOP_BAR_HEIGHT } from '../../kit/base/measures.ts';
import { OfflineBanner } from './OfflineBanner.tsx';
import { PageErrorBoundary } from './PageErrorBoundary.tsx';
import { PageSkeleton } from './PageSkeleton.tsx';
import { SideMenu } from './SideMenu.tsx';
import { MAIN_ID, SkipLink } from './SkipLink.tsx';
import { TopBar } from './TopBar.tsx';
import { useSideMenu } from './useSideMenu.ts';

/** Addresses that redirect: the root, and react-admin's own for a record. */
const useLeadsOn = (pathname: string) => {
  const resources = useResourceDefinitions();
  return (
    pathname === '/' ||
    pathname === '/login' ||
    Object.values(resources).some(
      ({ name, hasEdit, hasShow }) =>
        (hasEdit || hasShow) &&
        (matchPath(`/${name}/:id`, pathname) || matchPath(`/${name}/:id/show`, pathname)),
    )
  );
};

export const AppLayout = ({ children }: { children: ReactNode }) => {
  const translate = useTranslate();
  const { pathname } = useLocation();
  const page = pageAt(pathname);
  const leadsOn = useLeadsOn(pathname);
  const sideMenu = useSideMenu();
  const title = page ? translate(page.title) : '';

  useEffect(() => {
    document.title = title ? texts.pageTitle(title) : texts.defaultPageTitle;
  }, [title]);

  if (!page && !leadsOn) return <Navigate to={NOT_FOUND} replace />;
  return (
    <Box sx={{ minHeight: '100vh', bgcolor: 'background.default' }}>
      <SkipLink />
      <TopBar {...sideMenu} />
      <Box sx={{ display: 'flex' }}>
        <SideMenu {...sideMenu} />
        <Box
          component="main"
          id={MAIN_ID}
          tabIndex={-1}
          sx={{
            display: 'flex',
            flexDirection: 'column',
            flexGrow: 1,
            minWidth: 0,
            minHeight: `calc(100vh - ${TOP_BAR_HEIGHT}px)`,
            boxSizing: 'border-box',
            px: { xs: 2, sm: 3 },
            pt: 2,
            outline: 'none',
          }}
        >
          <OfflineBanner />
          {page && !sideMenu.phone && <Breadcrumb page={page} />}
          {page && (
            <Typography variant="h1" sx={{ mt: { xs: 0, sm: 0.5 }, mb: 1.5 }}>
              {title}
            </Typography>
          )}
          <Box sx={{ flexGrow: 1 }}>
            <PageErrorBoundary address={pathname}>
              <Suspense fallback={<PageSkeleton />}>{children}</Suspense>
            </PageErrorBoundary>
          </Box>
          <Typography
            component="footer"
            variant="caption"
            sx={{ py: 2, textAlign: 'center', color: 'text.secondary' }}
          >
            {translate('app.footer', { year: new Date().getFullYear() })}
          </Typography>
        </Box>
      </Box>
    </Box>
  );
};

import { Box, Breadcrumbs, Button, Skeleton, Typography } from '@mui/material';
import { Component, memo, type ReactNode, Suspense, useEffect, useState } from 'react';
import { useGetOne, useGetRecordRepresentation, useStore, useTranslate } from 'react-admin';
import { matchPath, Navigate, useLocation } from 'react-router-dom';
import { getAdminUser } from '#authProvider/session.ts';
import { texts } from '#contract/constants.ts';
import { TOP_BAR_HEIGHT } from '../../kit/base/measures.ts';
import { NOT_FOUND } from '../../kit/base/routes.tsx';
import { usePhone } from '../../kit/base/usePhone.ts';
import { PageLink } from '../../kit/field/valueFields.tsx';
import { ancestorsOf, HOME, pageAt, type PageHere, PASSWORD_PAGE, resources } from '../pages.ts';
import { ErrorPage } from './ErrorPage.tsx';
import { OfflineBanner } from './OfflineBanner.tsx';
import { OneTimePasswordLayout } from './OneTimePasswordLayout.tsx';
import { PageSkeleton } from './PageSkeleton.tsx';
import { SideMenu } from './SideMenu.tsx';
import { TopBar } from './TopBar.tsx';

/** Addresses that redirect: the root, and react-admin's own for a record. */
const leadsOn = (pathname: string) =>
  pathname === '/' ||
  pathname === '/login' ||
  pathname === '/lost-password' ||
  resources.some(
    ({ name, edit, show }) =>
      (edit || show) &&
      (matchPath(`/${name}/:id`, pathname) || matchPath(`/${name}/:id/show`, pathname)),
  );

export const AppLayout = ({ children }: { children: ReactNode }) => {
  const translate = useTranslate();
  const { pathname } = useLocation();
  const page = pageAt(pathname);
  const sideMenu = useSideMenu();
  const title = page ? translate(page.title) : '';

  useEffect(() => {
    document.title = title ? texts.pageTitle(title) : texts.defaultPageTitle;
  }, [title]);

  if (getAdminUser()?.mustChangePassword)
    return pathname === PASSWORD_PAGE ? (
      <OneTimePasswordLayout title={title}>
        <Suspense fallback={<PageSkeleton />}>{children}</Suspense>
      </OneTimePasswordLayout>
    ) : (
      <Navigate to={PASSWORD_PAGE} replace />
    );
  if (!page && !leadsOn(pathname)) return <Navigate to={NOT_FOUND} replace />;
  return (
    <Box sx={{ minHeight: '100vh', bgcolor: 'background.default' }}>
      <SkipLink />
      <TopBar {...sideMenu} />
      <Box sx={{ display: 'flex' }}>
        <SideMenu {...sideMenu} pathname={pathname} />
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

interface PageErrorBoundaryProps {
  children: ReactNode;
  /** Another address resets the error. */
  address: string;
}

/** React itself writes the error to the console; nothing else is reported (docs/specification.md#errors). */
class PageErrorBoundary extends Component<PageErrorBoundaryProps, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidUpdate({ address }: PageErrorBoundaryProps) {
    if (this.state.failed && address !== this.props.address) this.setState({ failed: false });
  }

  override render() {
    return this.state.failed ? <ErrorPage /> : this.props.children;
  }
}

const MAIN_ID = 'main-content';

const SkipLink = () => {
  const translate = useTranslate();
  return (
    <Button
      variant="contained"
      onClick={() => document.getElementById(MAIN_ID)?.focus()}
      sx={{
        position: 'fixed',
        top: 8,
        left: 8,
        zIndex: 'tooltip',
        '&:not(:focus)': { transform: 'translateY(-64px)' },
      }}
    >
      {translate('app.skip')}
    </Button>
  );
};

/** On a wide screen the menu keeps its last state, open at first; on a phone it is closed by default. */
const useSideMenu = () => {
  const phone = usePhone();
  const [wide, setWide] = useStore('sideMenu.open', true);
  const [drawer, setDrawer] = useState(false);
  if (!phone && drawer) setDrawer(false);
  return phone
    ? { phone, open: drawer, setOpen: setDrawer }
    : { phone, open: wide, setOpen: setWide };
};

const Breadcrumb = memo(function Breadcrumb({ page }: { page: PageHere }) {
  const translate = useTranslate();
  const above = [pageAt(HOME), ...ancestorsOf(page)].filter(
    upper => upper !== undefined && upper.path !== page.path,
  );
  return (
    <Breadcrumbs
      component="nav"
      aria-label={translate('app.breadcrumb.label')}
      sx={{ fontSize: '0.8125rem', '& .MuiBreadcrumbs-separator': { mx: 0.75 } }}
    >
      {above.map(upper => (
        <PageLink
          key={upper?.path}
          to={upper?.path ?? HOME}
          sx={{ fontSize: 'inherit', color: 'text.secondary' }}
        >
          {translate(upper?.title ?? '')}
        </PageLink>
      ))}
      <Typography aria-current="page" noWrap sx={{ fontSize: 'inherit', maxWidth: 320 }}>
        {page.resource && page.id ? (
          <RecordName resource={page.resource} id={page.id} />
        ) : (
          translate(page.title)
        )}
      </Typography>
    </Breadcrumbs>
  );
});

/** Uses the record that the page below fetches; never fetches itself. */
const RecordName = ({ resource, id }: { resource: string; id: string }) => {
  const { data, error } = useGetOne(resource, { id }, { enabled: false });
  const represent = useGetRecordRepresentation(resource);
  const translate = useTranslate();
  if (data) return represent(data);
  return error ? translate('app.pages.notFound') : <Skeleton width={96} />;
};

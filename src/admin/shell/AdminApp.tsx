import { CssBaseline } from '@mui/material';
import { type PropsWithChildren, type ReactNode, Suspense, useMemo } from 'react';
import {
  AdminContext,
  type AdminContextProps,
  CoreAdminUI,
  CustomRoutes,
  ResourceDefinitionContext,
} from 'react-admin';
import { Navigate, Route } from 'react-router-dom';
import { texts } from '#contract/constants.ts';
import { i18nProvider } from '#i18n/i18nProvider.ts';
import { ADMIN_BASE } from '../../addresses.ts';
import { AccessDenied } from '../kit/base/CanAccess.tsx';
import { lazyScreen } from '../kit/base/lazyScreen.ts';
import { NOT_FOUND, opened, Resource } from '../kit/base/Resource.tsx';
import { darkTheme, lightTheme } from '../kit/theme/theme.ts';
import { activationCodes } from '../resources/activation-codes/index.ts';
import { administrators } from '../resources/administrators/index.ts';
import { apiKeys } from '../resources/api-keys/index.ts';
import { approvals } from '../resources/approvals/index.ts';
import { auditLogs } from '../resources/audit-logs/index.ts';
import { categories } from '../resources/categories/index.ts';
import { compensations } from '../resources/compensations/index.ts';
import { Dashboard } from '../resources/dashboard/index.ts';
import { feedback } from '../resources/feedback/index.ts';
import { images } from '../resources/images/index.ts';
import { KeywordImport, keywords, searchMisses } from '../resources/keywords/index.ts';
import { localAppCategories } from '../resources/local-app-categories/index.ts';
import { localAppTemplates } from '../resources/local-app-templates/index.ts';
import { messages } from '../resources/messages/index.ts';
import { orders } from '../resources/orders/index.ts';
import { packagePrices } from '../resources/package-prices/index.ts';
import { packages } from '../resources/packages/index.ts';
import { presets } from '../resources/presets/index.ts';
import {
  PickSheet,
  PrintArchives,
  printOrders,
  ShippingImport,
} from '../resources/print-orders/index.ts';
import { printSizes } from '../resources/print-size-config/index.ts';
import { quickFunctions } from '../resources/quick-functions/index.ts';
import { reconciliation, reconciliationDifferences } from '../resources/reconciliation/index.ts';
import { refunds } from '../resources/refunds/index.ts';
import { roles } from '../resources/roles/index.ts';
import { SettingsPage, SystemStatusPage, YearlyDutiesPage } from '../resources/settings/index.ts';
import { tasks } from '../resources/tasks/index.ts';
import { templates } from '../resources/templates/index.ts';
import { TodoPage } from '../resources/todo/index.ts';
import { credits, users } from '../resources/users/index.ts';
import { videos } from '../resources/videos/index.ts';
import { AppContexts, type AppContextsProps } from './AppContexts.tsx';
import { AppLayout } from './layout/AppLayout.tsx';
import { ErrorPage } from './layout/ErrorPage.tsx';
import { Notifications } from './layout/Notifications.tsx';
import { PageSkeleton } from './layout/PageSkeleton.tsx';
import {
  HOME,
  PASSWORD_PAGE,
  PROFILE_PAGE,
  SECOND_FACTOR_PAGE,
  TODO_PAGE,
  useHome,
} from './places.ts';
import { loadScreen, resourceDefinitions } from './screenRoutes.tsx';
import { useSecondFactor } from './SecondFactorContext.ts';
import { useIsPrinted } from './useIsPrinted.ts';

const ProfilePage = lazyScreen(() => import('./pages/ProfilePage.tsx'), 'ProfilePage');
const PasswordPage = lazyScreen(() => import('./pages/PasswordPage.tsx'), 'PasswordPage');
const SecondFactorPage = lazyScreen(
  () => import('./pages/secondFactor/SecondFactorPage.tsx'),
  'SecondFactorPage',
);
const NotFoundPage = lazyScreen(() => import('./pages/NotFoundPage.tsx'), 'NotFoundPage');

/** The dashboard; for a role without it, what waits for it. */
const HomePage = () => {
  const home = useHome();
  return home === HOME ? <Dashboard /> : <Navigate to={home} replace />;
};

const ToNotFound = () => <Navigate to={NOT_FOUND} replace />;

/** Every page of the management side, resources in the order of the menu. */
export const screens = (
  <>
    <Resource {...localAppTemplates} />
    <Resource {...localAppCategories} />
    <Resource {...templates} />
    <Resource {...presets} />
    <Resource {...quickFunctions} />
    <Resource {...categories} />
    <Resource {...keywords}>
      <Route path="import" element={<KeywordImport />} />
    </Resource>
    <Resource {...searchMisses} />
    <Resource {...users} />
    <Resource {...orders} />
    <Resource {...packages} />
    <Resource {...printOrders}>
      <Route path="import-shipping" element={<ShippingImport />} />
      <Route path="pick-sheet" element={<PickSheet />} />
      <Route path="archives" element={<PrintArchives />} />
    </Resource>
    <Resource {...printSizes} />
    <Resource {...packagePrices} />
    <Resource {...images} />
    <Resource {...videos} />
    <Resource {...refunds} />
    <Resource {...approvals} />
    <Resource {...reconciliation} />
    <Resource {...reconciliationDifferences} />
    <Resource {...tasks} />
    <Resource {...compensations} />
    <Resource {...feedback} />
    <Resource {...messages} />
    <Resource {...credits} />
    <Resource {...activationCodes} />
    <Resource {...apiKeys} />
    <Resource {...administrators} />
    <Resource {...roles} />
    <Resource {...auditLogs} />
    <CustomRoutes>
      <Route path="/" element={<Navigate to={HOME} replace />} />
      <Route path="/login" element={<Navigate to={HOME} replace />} />
      <Route path="/lost-password" element={<Navigate to={HOME} replace />} />
      <Route path={HOME} element={<HomePage />} />
      <Route path={TODO_PAGE} element={<TodoPage />} />
      <Route path="/settings" element={opened('settings', 'list', SettingsPage)} />
      <Route path="/system-status" element={opened('settings', 'list', SystemStatusPage)} />
      <Route path="/yearly-duties" element={opened('settings', 'list', YearlyDutiesPage)} />
      <Route path={PROFILE_PAGE} element={<ProfilePage />} />
      <Route path={PASSWORD_PAGE} element={<PasswordPage />} />
      <Route path={SECOND_FACTOR_PAGE} element={<SecondFactorPage />} />
      <Route path={NOT_FOUND} element={<NotFoundPage />} />
    </CustomRoutes>
  </>
);

export interface AdminAppProps extends AppContextsProps {
  /** Other pages than those of the product. */
  children?: ReactNode;
}

/**
 * react-admin's `<Admin>` in its two parts, without its own pages of errors and sign-in, which it would load and never
 * show.
 */
export const AdminApp = ({ children = screens, ...props }: AdminAppProps) => (
  <AppContexts {...props}>
    {providers => (
      <PrintableContext {...providers} i18nProvider={i18nProvider}>
        <CssBaseline enableColorScheme />
        <RegisteredResources screens={children}>
          <CoreAdminUI
            title={texts.defaultPageTitle}
            layout={AppLayout}
            loading={PageSkeleton}
            error={ErrorPage}
            catchAll={ToNotFound}
            accessDenied={AccessDenied}
            requireAuth
            disableTelemetry
          >
            {children}
          </CoreAdminUI>
        </RegisteredResources>
        <SecondFactorDialog />
        <Notifications />
      </PrintableContext>
    )}
  </AppContexts>
);

const nothing = () => undefined;

/** As react-admin registers them, known from the first rendering on: it would render every row anew for it. */
const RegisteredResources = ({ screens, children }: PropsWithChildren<{ screens: ReactNode }>) => {
  const value = useMemo(
    () => ({ definitions: resourceDefinitions(screens), register: nothing, unregister: nothing }),
    [screens],
  );
  return <ResourceDefinitionContext value={value}>{children}</ResourceDefinitionContext>;
};

/** react-admin's, in the light theme while the page is printed: on paper, which is white. */
const PrintableContext = (props: AdminContextProps) => (
  <AdminContext
    {...props}
    lightTheme={lightTheme}
    darkTheme={useIsPrinted() ? lightTheme : darkTheme}
  />
);

/** Rendered with the application, the first screen needs neither a skeleton nor the time that React shows one for. */
export const loadFirstScreen = () =>
  loadScreen(screens, location.pathname.split(ADMIN_BASE)[1] ?? '');

const AskingDialog = lazyScreen(() => import('./AskingDialog.tsx'), 'AskingDialog');

/** Asks for the code where a call of whatever screen needs it. Cancelled, the screen shows the refusal and keeps all. */
const SecondFactorDialog = () => {
  const { state } = useSecondFactor();
  return <Suspense fallback={null}>{state === 'asked' && <AskingDialog />}</Suspense>;
};

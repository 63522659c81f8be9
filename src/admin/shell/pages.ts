import type { SvgIconComponent } from '@mui/icons-material';
import DashboardOutlined from '@mui/icons-material/DashboardOutlined';
import SettingsOutlined from '@mui/icons-material/SettingsOutlined';
import { matchPath } from 'react-router-dom';
import { type AdminResource, type LazyScreen, lazyScreen, NOT_FOUND } from '../kit/base/routes.tsx';
import { activationCodes } from '../resources/activation-codes/index.ts';
import { administrators } from '../resources/administrators/index.ts';
import { apiKeys } from '../resources/api-keys/index.ts';
import { auditLogs } from '../resources/audit-logs/index.ts';
import { categories } from '../resources/categories/index.ts';
import { Dashboard } from '../resources/dashboard/index.ts';
import { feedback } from '../resources/feedback/index.ts';
import { images } from '../resources/images/index.ts';
import { keywords } from '../resources/keywords/index.ts';
import { localAppCategories } from '../resources/local-app-categories/index.ts';
import { localAppTemplates } from '../resources/local-app-templates/index.ts';
import { messages } from '../resources/messages/index.ts';
import { orders } from '../resources/orders/index.ts';
import { packagePrices } from '../resources/package-prices/index.ts';
import { packages } from '../resources/packages/index.ts';
import { presets } from '../resources/presets/index.ts';
import { printOrders } from '../resources/print-orders/index.ts';
import { printSizes } from '../resources/print-size-config/index.ts';
import { quickFunctions } from '../resources/quick-functions/index.ts';
import { reconciliation, reconciliationDifferences } from '../resources/reconciliation/index.ts';
import { refunds } from '../resources/refunds/index.ts';
import { SettingsPage } from '../resources/settings/index.ts';
import { tasks } from '../resources/tasks/index.ts';
import { templates } from '../resources/templates/index.ts';
import { credits, users } from '../resources/users/index.ts';
import { videos } from '../resources/videos/index.ts';

export interface Page {
  /** Below the admin path. */
  path: string;
  /** Translation key: of the tab, the heading, the breadcrumb and the menu. */
  title: string;
  /** The page above it in the breadcrumb. */
  parent?: string | undefined;
  /** The resource whose record `:id` names. */
  resource?: string;
  icon?: SvgIconComponent;
  screen: LazyScreen;
  /** The section of the menu that it stands in; its own path where it opens one. */
  section?: string | null;
}

export const HOME = '/dashboard';
export const PASSWORD_PAGE = '/password';

/** Every resource and every other page, in the order of the menu and the palette. */
const places: (AdminResource | Page)[] = [
  {
    path: HOME,
    title: 'app.pages.dashboard',
    screen: Dashboard,
    icon: DashboardOutlined,
    section: HOME,
  },
  localAppTemplates,
  localAppCategories,
  templates,
  presets,
  quickFunctions,
  categories,
  keywords,
  users,
  orders,
  packages,
  printOrders,
  printSizes,
  packagePrices,
  images,
  videos,
  refunds,
  reconciliation,
  reconciliationDifferences,
  tasks,
  feedback,
  messages,
  credits,
  activationCodes,
  {
    path: '/settings',
    title: 'app.pages.settings',
    screen: SettingsPage,
    icon: SettingsOutlined,
    section: '/settings',
  },
  apiKeys,
  administrators,
  auditLogs,
  {
    path: '/profile',
    title: 'app.pages.profile',
    screen: lazyScreen(() => import('./pages/ProfilePage.tsx'), 'ProfilePage'),
  },
  {
    path: PASSWORD_PAGE,
    title: 'app.pages.password',
    screen: lazyScreen(() => import('./pages/PasswordPage.tsx'), 'PasswordPage'),
  },
  {
    path: NOT_FOUND,
    title: 'app.pages.notFound',
    screen: lazyScreen(() => import('./pages/NotFoundPage.tsx'), 'NotFoundPage'),
  },
];

export const resources = places.filter(place => 'list' in place);
export const ownPages = places.filter(place => 'screen' in place);

const pagesOf = ({ name, icon, section, parent, ...its }: AdminResource): Page[] => {
  const list = `/${name}`;
  const below = (path: string, title: string, screen: LazyScreen): Page => ({
    path: `${list}/${path}`,
    title: `resources.${name}.pages.${title}`,
    parent: list,
    screen,
  });
  const ofRecord = { resource: name };
  return [
    { path: list, title: `resources.${name}.pages.list`, parent, icon, section, screen: its.list },
    ...Object.entries(its.pages ?? {}).map(([path, screen]) => below(path, path, screen)),
    ...(its.create ? [below('create', 'create', its.create)] : []),
    ...(its.edit ? [{ ...below('edit/:id', 'edit', its.edit), ...ofRecord }] : []),
    ...(its.show
      ? [{ ...below(its.hasTabs ? ':id/*' : ':id', 'show', its.show), ...ofRecord }]
      : []),
  ];
};

/** Every page of the management side. */
export const pages: Page[] = places.flatMap(place => ('list' in place ? pagesOf(place) : place));

export interface PageHere extends Page {
  id?: string;
}

/** The page at an address below the admin path; one whose path names it literally comes first. */
export const pageAt = (pathname: string): PageHere | undefined => {
  const literal = pages.find(({ path }) => matchPath(path, pathname) && !path.includes(':'));
  if (literal) return literal;
  for (const page of pages) {
    const match = matchPath(page.path, pathname);
    if (match) return { ...page, ...(match.params['id'] && { id: match.params['id'] }) };
  }
  return undefined;
};

/** The pages above it in the breadcrumb, from the top. */
export const ancestorsOf = ({ parent }: Page): Page[] => {
  const upper = pages.find(page => page.path === parent);
  return upper ? [...ancestorsOf(upper), upper] : [];
};

export interface MenuSection extends Page {
  /** Shown while one of them, or the section, is open. */
  pages: Page[];
}

/** The side menu (docs/specification.md#addresses). */
export const menu: MenuSection[] = pages
  .filter(({ path, section }) => section === path)
  .map(opening => ({
    ...opening,
    pages: pages.filter(({ path, section }) => section === opening.path && path !== section),
  }));

/** The entry of the menu that an address belongs to: the longest path above it. */
export const menuEntryAt = (pathname: string): Page | undefined =>
  menu
    .flatMap(section => [section, ...section.pages])
    .filter(({ path }) => pathname === path || pathname.startsWith(`${path}/`))
    .sort((a, b) => b.path.length - a.path.length)[0];

import { matchPath } from 'react-router-dom';
import { NOT_FOUND } from '../kit/base/editRoute.tsx';

export interface Page {
  /** Below the admin path. */
  path: string;
  /** Translation key. */
  title: string;
  /** The page above it in the breadcrumb. */
  parent?: string;
  /** The resource whose record `:id` names. */
  resource?: string;
}

export const HOME = '/dashboard';

/** Every page of the management side: its title, in the tab, the heading and the breadcrumb. One line each. */
export const pages: Page[] = [
  { path: HOME, title: 'app.pages.dashboard' },
  { path: '/local-app-templates', title: 'app.pages.localAppTemplates' },
  {
    path: '/local-app-templates/create',
    title: 'app.pages.localAppCreate',
    parent: '/local-app-templates',
  },
  {
    path: '/local-app-templates/edit/:id',
    title: 'app.pages.localAppEdit',
    parent: '/local-app-templates',
    resource: 'local-app-templates',
  },
  {
    path: '/local-app-categories',
    title: 'app.pages.localAppCategories',
  },
  {
    path: '/local-app-categories/create',
    title: 'app.pages.localAppCategoryCreate',
    parent: '/local-app-categories',
  },
  {
    path: '/local-app-categories/edit/:id',
    title: 'app.pages.localAppCategoryEdit',
    parent: '/local-app-categories',
    resource: 'local-app-categories',
  },
  { path: '/templates', title: 'app.pages.templates' },
  { path: '/templates/create', title: 'app.pages.templateCreate', parent: '/templates' },
  {
    path: '/templates/edit/:id',
    title: 'app.pages.templateEdit',
    parent: '/templates',
    resource: 'templates',
  },
  { path: '/templates/presets', title: 'app.pages.presets', parent: '/templates' },
  {
    path: '/templates/presets/create',
    title: 'app.pages.presetCreate',
    parent: '/templates/presets',
  },
  {
    path: '/templates/presets/edit/:id',
    title: 'app.pages.presetEdit',
    parent: '/templates/presets',
    resource: 'templates/presets',
  },
  { path: '/templates/quick-functions', title: 'app.pages.quickFunctions', parent: '/templates' },
  { path: '/categories', title: 'app.pages.categories' },
  { path: '/categories/create', title: 'app.pages.categoryCreate', parent: '/categories' },
  {
    path: '/categories/edit/:id',
    title: 'app.pages.categoryEdit',
    parent: '/categories',
    resource: 'categories',
  },
  { path: '/keywords', title: 'app.pages.keywords' },
  { path: '/keywords/import', title: 'app.pages.keywordImport', parent: '/keywords' },
  { path: '/keywords/create', title: 'app.pages.keywordCreate', parent: '/keywords' },
  {
    path: '/keywords/edit/:id',
    title: 'app.pages.keywordEdit',
    parent: '/keywords',
    resource: 'keywords',
  },
  { path: '/users', title: 'app.pages.users' },
  { path: '/users/:id/*', title: 'app.pages.userShow', parent: '/users', resource: 'users' },
  { path: '/orders', title: 'app.pages.orders' },
  { path: '/orders/:id', title: 'app.pages.orderShow', parent: '/orders', resource: 'orders' },
  { path: '/print-orders', title: 'app.pages.printOrders' },
  {
    path: '/print-orders/import-shipping',
    title: 'app.pages.printImport',
    parent: '/print-orders',
  },
  { path: '/print-orders/pick-sheet', title: 'app.pages.pickSheet', parent: '/print-orders' },
  {
    path: '/print-orders/:id',
    title: 'app.pages.printOrderShow',
    parent: '/print-orders',
    resource: 'print-orders',
  },
  { path: '/print-size-config', title: 'app.pages.printSizes', parent: '/print-orders' },
  { path: '/package-prices', title: 'app.pages.packagePrices', parent: '/print-orders' },
  { path: '/images', title: 'app.pages.images' },
  { path: '/refunds', title: 'app.pages.refunds', parent: '/orders' },
  { path: '/reconciliation', title: 'app.pages.reconciliation', parent: '/orders' },
  {
    path: '/reconciliation/differences',
    title: 'app.pages.reconciliationDifferences',
    parent: '/reconciliation',
  },
  {
    path: '/reconciliation/:id',
    title: 'app.pages.reconciliationDay',
    parent: '/reconciliation',
    resource: 'reconciliation',
  },
  { path: '/tasks', title: 'app.pages.tasks', parent: '/users' },
  { path: '/activation-codes', title: 'app.pages.activationCodes' },
  {
    path: '/activation-codes/:id',
    title: 'app.pages.activationBatch',
    parent: '/activation-codes',
    resource: 'activation-codes',
  },
  { path: '/settings', title: 'app.pages.settings' },
  { path: '/api-keys', title: 'app.pages.apiKeys', parent: '/settings' },
  { path: '/audit-logs', title: 'app.pages.auditLogs' },
  { path: '/profile', title: 'app.pages.profile' },
  { path: '/password', title: 'app.pages.password' },
  { path: NOT_FOUND, title: 'app.pages.notFound' },
];

export interface PageHere extends Page {
  id?: string;
}

/** The page at an address below the admin path. */
export const pageAt = (pathname: string): PageHere | undefined => {
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

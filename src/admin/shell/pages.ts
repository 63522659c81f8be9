import { matchPath } from 'react-router-dom';
import { NOT_FOUND } from '../kit/base/routes.tsx';

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

/** Below a page's parent are its records and what makes one; others say whose child they are. */
const page = (
  path: string,
  title: string,
  parent = path.replace(/(\/edit)?\/:id.*$|\/[^/]+$/, ''),
): Page => ({
  path,
  title: `app.pages.${title}`,
  ...(parent && { parent }),
  ...(path.includes(':id') && { resource: path.replace(/^\/|(\/edit)?\/:id.*$/g, '') }),
});

/** Every page of the management side: its title, in the tab, the heading and the breadcrumb. One line each. */
export const pages: Page[] = [
  page(HOME, 'dashboard'),
  page('/local-app-templates', 'localAppTemplates'),
  page('/local-app-templates/create', 'localAppCreate'),
  page('/local-app-templates/edit/:id', 'localAppEdit'),
  page('/local-app-categories', 'localAppCategories'),
  page('/local-app-categories/create', 'localAppCategoryCreate'),
  page('/local-app-categories/edit/:id', 'localAppCategoryEdit'),
  page('/templates', 'templates'),
  page('/templates/create', 'templateCreate'),
  page('/templates/edit/:id', 'templateEdit'),
  page('/templates/presets', 'presets'),
  page('/templates/presets/create', 'presetCreate'),
  page('/templates/presets/edit/:id', 'presetEdit'),
  page('/templates/quick-functions', 'quickFunctions'),
  page('/categories', 'categories'),
  page('/categories/create', 'categoryCreate'),
  page('/categories/edit/:id', 'categoryEdit'),
  page('/keywords', 'keywords'),
  page('/keywords/import', 'keywordImport'),
  page('/keywords/create', 'keywordCreate'),
  page('/keywords/edit/:id', 'keywordEdit'),
  page('/users', 'users'),
  page('/users/:id/*', 'userShow'),
  page('/orders', 'orders'),
  page('/orders/:id', 'orderShow'),
  page('/print-orders', 'printOrders'),
  page('/print-orders/import-shipping', 'printImport'),
  page('/print-orders/pick-sheet', 'pickSheet'),
  page('/print-orders/:id', 'printOrderShow'),
  page('/print-size-config', 'printSizes', '/print-orders'),
  page('/package-prices', 'packagePrices', '/print-orders'),
  page('/images', 'images'),
  page('/refunds', 'refunds', '/orders'),
  page('/reconciliation', 'reconciliation', '/orders'),
  page('/reconciliation/differences', 'reconciliationDifferences'),
  page('/reconciliation/:id', 'reconciliationDay'),
  page('/tasks', 'tasks', '/users'),
  page('/activation-codes', 'activationCodes'),
  page('/activation-codes/:id', 'activationBatch'),
  page('/settings', 'settings'),
  page('/api-keys', 'apiKeys', '/settings'),
  page('/audit-logs', 'auditLogs'),
  page('/profile', 'profile'),
  page('/password', 'password'),
  page(NOT_FOUND, 'notFound'),
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

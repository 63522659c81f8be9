import { matchPath } from 'react-router-dom';

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
export const NOT_FOUND = '/404';

/** Every page of the management side: its title, in the tab, the heading and the breadcrumb. One line each. */
export const pages: Page[] = [
  { path: HOME, title: 'app.pages.dashboard' },
  { path: '/templates', title: 'app.pages.templates' },
  { path: '/templates/create', title: 'app.pages.templateCreate', parent: '/templates' },
  {
    path: '/templates/edit/:id',
    title: 'app.pages.templateEdit',
    parent: '/templates',
    resource: 'templates',
  },
  { path: '/categories', title: 'app.pages.categories' },
  { path: '/categories/create', title: 'app.pages.categoryCreate', parent: '/categories' },
  {
    path: '/categories/edit/:id',
    title: 'app.pages.categoryEdit',
    parent: '/categories',
    resource: 'categories',
  },
  { path: '/keywords', title: 'app.pages.keywords' },
  { path: '/keywords/create', title: 'app.pages.keywordCreate', parent: '/keywords' },
  {
    path: '/keywords/edit/:id',
    title: 'app.pages.keywordEdit',
    parent: '/keywords',
    resource: 'keywords',
  },
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

export const parentOf = ({ parent }: Page) => pages.find(page => page.path === parent);

/**
 * The addresses of the application (docs/specification.md#addresses). Decided on path segments, so that
 * `/works?from=/login` stays a visitor page.
 */
export type Side = 'admin' | 'visitor';

export const ADMIN_BASE = '/admin';

/**
 * First segments of the management pages: a bare one redirects below the admin path. `/` and `/404` are visitor pages.
 */
const bare = new Set([
  'login',
  'dashboard',
  'templates',
  'api-keys',
  'local-app-templates',
  'local-app-categories',
  'categories',
  'keywords',
  'images',
  'users',
  'orders',
  'print-orders',
  'print-size-config',
  'package-prices',
  'activation-codes',
  'settings',
]);

const visitorPages = [
  /^\/$/,
  /^\/404$/,
  /^\/(works|me|prints|letters|mini-program)$/,
  /^\/(template|task|print|pay|letter|legal)\/[\w-]+$/,
];

export interface Address {
  side: Side;
  /** The address to show instead, if it differs. */
  path: string;
}

export const resolveAddress = (pathname: string): Address => {
  const [first, ...rest] = pathname.split('/').filter(Boolean);
  const below = (segments: string[]) => [ADMIN_BASE, ...segments].join('/');
  if (first === 'admin')
    return { side: 'admin', path: below(rest.length > 0 ? rest : ['dashboard']) };
  if (first === 'admin-cloud')
    return { side: 'admin', path: below(rest.length > 0 ? rest : ['dashboard']) };
  if (first && bare.has(first)) return { side: 'admin', path: below([first, ...rest]) };
  const path = pathname.length > 1 ? pathname.replace(/\/+$/, '') || '/' : '/';
  return { side: 'visitor', path: visitorPages.some(page => page.test(path)) ? path : '/404' };
};

export const SIGN_IN = `${ADMIN_BASE}/login`;
export const LOST_PASSWORD = `${ADMIN_BASE}/lost-password`;

/** The pages before the sign-in. */
export const isSignInPage = (pathname: string) =>
  pathname === SIGN_IN || pathname === LOST_PASSWORD;

const HOME = `${ADMIN_BASE}/dashboard`;

/**
 * Where signing in leads: to `address` if that is a page below the admin path, otherwise to the dashboard. Never to
 * another site, whatever the address says.
 */
export const returnAddress = (address: unknown): string => {
  if (typeof address !== 'string' || !URL.canParse(address, location.origin)) return HOME;
  const { origin, pathname, search, hash } = new URL(address, location.origin);
  const below = pathname.startsWith(`${ADMIN_BASE}/`) && !isSignInPage(pathname);
  return origin === location.origin && below ? pathname + search + hash : HOME;
};

/**
 * The addresses of the application (docs/specification.md#addresses). Decided on whole path segments, so that
 * `/works?from=/login` and `/administrator` stay visitor pages. Which application is loaded is all that follows from an
 * address: session, key and rights are the same at each.
 */
export type Side = 'admin' | 'visitor';

export const ADMIN_BASE = '/admin';
export const SIGN_IN = `${ADMIN_BASE}/login`;
export const LOST_PASSWORD = `${ADMIN_BASE}/lost-password`;

/** Anywhere in an address, they make it one of the management side. */
const adminPaths = ['admin', 'admin-cloud'];
const LOGIN_PATH = 'login';

/**
 * First segments of the management pages: a bare one redirects below the admin path. `/` and `/404` are visitor pages.
 */
const bare = new Set([
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
  /^\/(works|me|prints|deleted|letters|mini-program)$/,
  /^\/(template|task|print|pay|letter|legal)\/[\w-]+$/,
];

export interface Address {
  side: Side;
  /** The address to show instead, if it differs. */
  path: string;
}

/** A segment of a path as people read it; what is no escape stays as it is. */
export const decodeSegment = (segment: string): string => {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
};

/** What a sentence goes on with after an address, and messengers take for a part of it: `/me。`, `/me，看看`. */
const SENTENCE = /(?:%[89a-f][\da-f][^/]*|[.,;:!?'")\]}]+)$/i;

export const resolveAddress = (given: string): Address => {
  const pathname = given.replace(SENTENCE, '');
  const segments = pathname.split('/').filter(Boolean);
  const read = segments.map(decodeSegment);
  const [first = ''] = read;
  const admin = (below: string[]): Address => ({
    side: 'admin',
    path: [ADMIN_BASE, ...below].join('/'),
  });
  if (adminPaths.includes(first))
    return admin(segments.length > 1 ? segments.slice(1) : ['dashboard']);
  if (bare.has(first)) return admin(segments);
  if (read.includes(LOGIN_PATH)) return { side: 'admin', path: SIGN_IN };
  if (adminPaths.some(one => read.includes(one))) return admin(['404']);
  const path = pathname.length > 1 ? pathname.replace(/\/+$/, '') || '/' : '/';
  return { side: 'visitor', path: visitorPages.some(page => page.test(path)) ? path : '/404' };
};

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

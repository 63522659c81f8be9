import Cookies from 'js-cookie';
import {
  ADMIN_DEVICE_COOKIE,
  ADMIN_TOKEN_COOKIE,
  ADMIN_USER_KEY,
  REMEMBERED_DEVICE_DAYS,
  texts,
} from '#contract/constants.ts';
import type { RoleLimits } from '#contract/rights/roles.ts';

/** What the browser stores of the administrator; nothing secret. */
export interface AdminUser {
  id: string;
  username: string;
  nickName: string;
  avatar: string;
  /** Signed in with a one-time password: the password page is all there is until it is changed. */
  mustChangePassword?: boolean;
  /** Id and name of the role, and what it may; missing in sessions of earlier versions until they are asked for. */
  role?: string;
  roleName?: string;
  rights?: string[];
  /** Up to how much the rights reach; asked for after signing in. */
  limits?: RoleLimits;
  /** Its role must have a second factor: the page to set it up is all there is until then. */
  mustSetUpFactor?: boolean;
}

const attributes = { path: '/', sameSite: 'strict', secure: true } as const;

/** Reading and writing throw where cookies are forbidden. */
const cookieOf = (name: string) => ({
  get: () => {
    try {
      return Cookies.get(name) || undefined;
    } catch {
      return undefined;
    }
  },
  /** @returns whether the browser keeps it */
  set(token: string, expires?: Date | number): boolean {
    try {
      Cookies.set(name, token, { ...attributes, ...(expires && { expires }) });
    } catch (error) {
      console.error('cookie not changed', error);
    }
    return this.get() === token;
  },
  remove: () => {
    try {
      Cookies.remove(name, attributes);
    } catch (error) {
      console.error('cookie not removed', error);
    }
  },
});
const cookie = cookieOf(ADMIN_TOKEN_COOKIE);
const device = cookieOf(ADMIN_DEVICE_COOKIE);

/** The token of a device that needs no second factor; it stays when the session ends. */
export const getDeviceToken = (): string | undefined => device.get();
export const saveDeviceToken = (token: string) => device.set(token, REMEMBERED_DEVICE_DAYS);

/** Where the browser keeps no cookie: until the page is closed. */
let inMemory: string | undefined;

export const getToken = (): string | undefined => cookie.get() ?? inMemory;

/** The token names its administrator. */
const adminIdOf = (token: string | undefined) => token?.split('.').slice(1, -1).join('.') ?? '';

/** What this tab shows; the cookie may become another administrator's, who signs in in another tab. */
let shown: { admin: string; onOther: () => void } | undefined;

/** The administrator whose pages these are. */
export const adminOfTab = (): string => shown?.admin ?? adminIdOf(getToken());

/** @returns whether the browser has been signed in as another administrator since */
export const isOtherAdmin = (): boolean => {
  const token = getToken();
  return token !== undefined && adminIdOf(token) !== adminOfTab();
};

/**
 * From here on the tab shows the pages of the administrator who is signed in now.
 * @param onOther called when something is to be sent, and the browser is signed in as another
 * @returns ends it
 */
export const holdTab = (onOther: () => void) => {
  shown = { admin: adminOfTab(), onOther };
  return () => {
    shown = undefined;
  };
};

/** The token for a call; none is made under another name than the page's. */
export const tokenOfTab = (): string | undefined => {
  if (!isOtherAdmin()) return getToken();
  shown?.onOther();
  throw new Error(texts.otherAdmin);
};

const isAdminUser = (value: unknown): value is AdminUser => {
  const user = (value ?? {}) as Record<string, unknown>;
  return ['id', 'username', 'nickName', 'avatar'].every(key => typeof user[key] === 'string');
};

/** Every button asks; what is stored is read anew only where it is another text. */
let parsed: { text: string | null; user: AdminUser | null } = { text: null, user: null };

const storedUser = (): AdminUser | null => {
  const text = storedText();
  if (text !== parsed.text) parsed = { text, user: userIn(text ?? 'null') };
  return parsed.user;
};

const storedText = (): string | null => {
  try {
    return localStorage.getItem(ADMIN_USER_KEY);
  } catch {
    return null;
  }
};

const userIn = (text: string): AdminUser | null => {
  try {
    const user: unknown = JSON.parse(text);
    return isAdminUser(user) ? user : null;
  } catch {
    return null;
  }
};

/** Null also where what is stored is damaged, or another's. */
export const getAdminUser = (): AdminUser | null => {
  const user = storedUser();
  return user?.id === adminOfTab() ? user : null;
};

/** Who is signed in in this browser now, as it is shown. */
export const nameOfSignedIn = (): string => {
  const user = storedUser();
  return user?.nickName || user?.username || '';
};

export const saveAdminUser = (user: AdminUser) =>
  localStorage.setItem(ADMIN_USER_KEY, JSON.stringify(user));

/** Stores whether the signed-in administrator still has to set up a second factor. */
export const noteFactorRequired = (mustSetUpFactor: boolean) => {
  const user = getAdminUser();
  if (user) saveAdminUser({ ...user, mustSetUpFactor: mustSetUpFactor || undefined });
};

export const saveSession = (token: string, expireTime: number, user: AdminUser) => {
  // A clock that is far ahead takes it for expired already.
  const isKept = cookie.set(token, new Date(expireTime)) || cookie.set(token);
  inMemory = isKept ? undefined : token;
  saveAdminUser(user);
};

export const clearSession = () => {
  inMemory = undefined;
  cookie.remove();
  localStorage.removeItem(ADMIN_USER_KEY);
};

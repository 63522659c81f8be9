import Cookies from 'js-cookie';
import { ADMIN_TOKEN_COOKIE, ADMIN_USER_KEY } from '#contract/constants.ts';

/** What the browser stores of the administrator; nothing secret. */
export interface AdminUser {
  id: string;
  username: string;
  nickName: string;
  avatar: string;
  /** Signed in with a one-time password: the password page is all there is until it is changed. */
  mustChangePassword?: boolean;
}

const attributes = { path: '/', sameSite: 'strict', secure: true } as const;

export const getToken = (): string | undefined => Cookies.get(ADMIN_TOKEN_COOKIE) || undefined;

export const getAdminUser = (): AdminUser | null => {
  try {
    return JSON.parse(localStorage.getItem(ADMIN_USER_KEY) ?? 'null') as AdminUser | null;
  } catch {
    return null;
  }
};

export const saveAdminUser = (user: AdminUser) => {
  const { id, username, nickName, avatar, mustChangePassword } = user;
  const kept = {
    id,
    username,
    nickName,
    avatar,
    ...(mustChangePassword && { mustChangePassword }),
  };
  localStorage.setItem(ADMIN_USER_KEY, JSON.stringify(kept));
};

export const saveSession = (token: string, expireTime: number, user: AdminUser) => {
  Cookies.set(ADMIN_TOKEN_COOKIE, token, { ...attributes, expires: new Date(expireTime) });
  saveAdminUser(user);
};

export const clearSession = () => {
  Cookies.remove(ADMIN_TOKEN_COOKIE, attributes);
  localStorage.removeItem(ADMIN_USER_KEY);
};

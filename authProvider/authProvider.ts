import type { AuthProvider } from 'react-admin';
import { ActionFailure, refusesToken, SignedOutError } from '#dataProvider/invoke.ts';
import { mayAccess, permissionsOfTab } from './permissions.ts';
import { getAdminUser, getToken } from './session.ts';
import type { Credentials } from './signIn.ts';

export interface AuthProviderOptions {
  /** Signing in happens on its own page; see `signIn.ts`. */
  signIn: (credentials: Credentials) => Promise<void>;
  /** Ends the session and shows the sign-in page; a second call does nothing. */
  leave: (reason: 'loggedOut' | 'expired') => void;
}

/** A call made with an ended session never settles: an answer would be displayed, e.g. as an empty list. */
const noAnswer = <T>() => new Promise<T>(() => undefined);

/**
 * Wraps the `admin_token` cookie for react-admin. A token error, or a 401 outside our envelopes, ends the session
 * (docs/specification.md#errors); pages show all other errors.
 */
export const createAuthProvider = ({ signIn, leave }: AuthProviderOptions): AuthProvider => ({
  login: signIn,

  checkAuth: () => {
    if (getToken()) return Promise.resolve();
    leave('expired');
    return noAnswer();
  },

  checkError: (error: unknown) => {
    if (!endsSession(error)) return Promise.resolve();
    leave('expired');
    return noAnswer();
  },

  logout: () => {
    leave('loggedOut');
    return noAnswer();
  },

  getIdentity: () => {
    const user = getAdminUser();
    if (!user) return Promise.reject(new SignedOutError());
    return Promise.resolve({ ...user, fullName: user.nickName || user.username });
  },

  /** Id of the role: `admin` where nobody was given another one (docs/specification.md#roles). */
  getPermissions: () => Promise.resolve(permissionsOfTab().role),

  canAccess: access => Promise.resolve(mayAccess(access)),
});

const endsSession = (error: unknown): boolean => {
  if (error instanceof SignedOutError) return true;
  return !(error instanceof ActionFailure) && refusesToken(error);
};

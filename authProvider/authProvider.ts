import type { AuthProvider } from 'react-admin';
import { ActionFailure, refusesToken, SignedOutError } from '#dataProvider/invoke.ts';
import { mayAccess, permissionsOfTab } from './permissions.ts';
import { getAdminUser, getToken } from './session.ts';
import type { Credentials } from './signIn.ts';

export interface AuthProviderOptions {
  signIn: (credentials: Credentials) => Promise<void>;
  /**
   * Ends the session; a second call does nothing. `false` where a sign-in page beside react-admin is shown then:
   * react-admin goes to no other page.
   */
  leave: (reason: 'loggedOut' | 'expired') => false | void;
}

/**
 * Wraps the `admin_token` cookie for react-admin. A token error, or a 401 outside our envelopes, ends the session
 * (docs/specification.md#errors); pages show all other errors.
 */
export const createAuthProvider = ({ signIn, leave }: AuthProviderOptions): AuthProvider => {
  /** Rejected, as react-admin expects it: it signs out, which has happened by then. */
  const expired = () => {
    leave('expired');
    return Promise.reject(new SignedOutError());
  };
  return {
    login: signIn,
    checkAuth: () => (getToken() ? Promise.resolve() : expired()),
    checkError: (error: unknown) => (endsSession(error) ? expired() : Promise.resolve()),
    logout: () => Promise.resolve(leave('loggedOut')),

    getIdentity: () => {
      const user = getAdminUser();
      if (!user) return Promise.reject(new SignedOutError());
      return Promise.resolve({ ...user, fullName: user.nickName || user.username });
    },

    /** Id of the role: `admin` where nobody was given another one (docs/specification.md#roles). */
    getPermissions: () => Promise.resolve(permissionsOfTab().role),

    canAccess: access => Promise.resolve(mayAccess(access)),
  };
};

const endsSession = (error: unknown): boolean => {
  if (error instanceof SignedOutError) return true;
  if (error instanceof ActionFailure) return false;
  return refusesToken(error) || (error as { status?: unknown } | null)?.status === 401;
};

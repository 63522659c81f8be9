import type { AuthProvider } from 'react-admin';
import { type Invoke, SignedOutError } from '#dataProvider/invoke.ts';
import { clearSession, getAdminUser, getToken } from './session.ts';

/** What signing in and out needs of the platform besides the functions. */
export interface PlatformSession {
  signInWithTicket(ticket: string): Promise<void>;
  signOut(): Promise<void>;
}

export interface AuthProviderOptions {
  invoke: Invoke;
  platform: PlatformSession;
  /** Signing in happens on its own page; see `signIn.ts`. */
  signIn: (params: { username: string; password: string }) => Promise<void>;
}

/** How long leaving waits for a network that does not answer. */
const LOGOUT_PATIENCE_MS = 2_000;

const atMost = (ms: number, work: Promise<unknown>) =>
  Promise.race([work, new Promise(resolve => setTimeout(resolve, ms))]);

/**
 * Wraps the `admin_token` cookie for react-admin. A token error, or a 401 that is no envelope of ours, ends the
 * session (SPEC §8); everything else is the page's to show.
 */
export const createAuthProvider = ({
  invoke,
  platform,
  signIn,
}: AuthProviderOptions): AuthProvider => ({
  login: signIn,

  checkAuth: () =>
    // `message: false`: who was never signed in has not been signed out either.

    getToken() ? Promise.resolve() : Promise.reject({ message: false }),

  checkError: (error: unknown) => (endsSession(error) ? Promise.reject(error) : Promise.resolve()),

  /**
   * Both sessions end, the server's as far as it can be reached: a dead network must not keep anyone signed in.
   * The cookie goes first, so that nothing started meanwhile can still use it.
   */
  logout: async () => {
    const token = getToken();
    if (token) {
      const ended = invoke('adminAuth', 'logout', {}).catch(() => undefined);
      clearSession();
      await atMost(LOGOUT_PATIENCE_MS, ended);
      await atMost(
        LOGOUT_PATIENCE_MS,
        platform.signOut().catch(() => undefined),
      );
    }
    clearSession();
    return '/login';
  },

  getIdentity: () => {
    const user = getAdminUser();
    if (!user) return Promise.reject(new SignedOutError());
    return Promise.resolve({ ...user, fullName: user.nickName || user.username });
  },

  /** One role (SPEC §6). */
  getPermissions: () => Promise.resolve('admin'),
});

const endsSession = (error: unknown): boolean => {
  if (error instanceof SignedOutError) return true;
  const { name, code, message } = (error ?? {}) as {
    name?: string;
    code?: unknown;
    message?: unknown;
  };
  if (name === 'ActionFailure') return false;
  return code === 'ACCESS_TOKEN_INVALID' || String(message ?? '').includes('401');
};

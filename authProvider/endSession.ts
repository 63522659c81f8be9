import type { Invoke } from '#dataProvider/invoke.ts';
import { isOffline, online } from '#dataProvider/online.ts';
import { PlatformFailure } from '#dataProvider/platformFailure.ts';
import { clearSession, getToken } from './session.ts';

/** What signing in and out needs of the platform besides the functions. */
export interface PlatformSession {
  signInWithTicket(ticket: string): Promise<void>;
  /** Forgets the session here at once, and informs the platform after `serverAnswer`. */
  signOut(serverAnswer: Promise<unknown>): Promise<void>;
}

/** Ends the session at the server, when there is a network. */
const endOnServer = async (invoke: Invoke, token: string): Promise<void> => {
  for (;;) {
    await online();
    try {
      await invoke('adminAuth', 'logout', {}, { token });
      return;
    } catch (error) {
      if (!(error instanceof PlatformFailure) || !isOffline()) return;
    }
  }
};

/**
 * Ends both sessions: here at once, even without a network; afterwards the server and the platform are informed, in
 * this order, because the platform would no longer admit the first call. Both calls name the ended sessions, so that a
 * new session is not affected.
 */
export const endSession = (invoke: Invoke, platform: PlatformSession): void => {
  const token = getToken();
  clearSession();
  const serverAnswer = token ? endOnServer(invoke, token) : Promise.resolve();
  void platform.signOut(serverAnswer).catch(() => undefined);
};

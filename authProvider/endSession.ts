import { online, isOffline } from '#dataProvider/online.ts';
import { type Invoke, PlatformFailure } from '#dataProvider/invoke.ts';
import { clearSession, getToken } from './session.ts';

/** What signing in and out needs of the platform besides the functions. */
export interface PlatformSession {
  signInWithTicket(ticket: string): Promise<void>;
  /** Forgets the session here at once, and tells the platform of its end after `told`. */
  signOut(told: Promise<unknown>): Promise<void>;
}

/** The server's end of it, again once there is a network if there was none. */
const tellServer = async (invoke: Invoke, token: string): Promise<void> => {
  for (;;) {
    await online();
    try {
      await invoke('adminAuth', 'logout', {}, token);
      return;
    } catch (error) {
      if (!(error instanceof PlatformFailure) || !isOffline()) return;
    }
  }
};

/**
 * Both sessions end: here at once, whatever the network does; the server and the platform are told afterwards, in
 * this order, because the platform would not let the first call through any more. Both are told of the sessions that
 * ended, so that one that has begun meanwhile stays.
 */
export const endSession = (invoke: Invoke, platform: PlatformSession): void => {
  const token = getToken();
  clearSession();
  const told = token ? tellServer(invoke, token) : Promise.resolve();
  void platform.signOut(told).catch(() => undefined);
};

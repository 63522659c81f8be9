import { cutText } from '#contract/cut.ts';
import type { Invoke } from '#dataProvider/invoke.ts';
import { endSession, type PlatformSession } from './endSession.ts';
import { type AdminUser, getDeviceToken, saveDeviceToken, saveSession } from './session.ts';

/** What the first step of a sign-in sends, and the second, where the first is refused with a challenge. */
export type Credentials =
  | { username: string; password: string }
  | { challenge: string; code: string; remember: boolean };

const open = async (invoke: Invoke, credentials: Credentials) => {
  const userAgent = cutText(navigator.userAgent, 300);
  if (!('challenge' in credentials)) {
    const deviceToken = getDeviceToken();
    const first = { ...credentials, userAgent, ...(deviceToken && { deviceToken }) };
    return invoke('adminAuth', 'login', first);
  }
  const { deviceToken, ...session } = await invoke('adminAuth', 'confirmLogin', {
    ...credentials,
    userAgent,
  });
  if (deviceToken) saveDeviceToken(deviceToken);
  return session;
};

/**
 * Opens our session and the platform's, or neither: a token is useless without a platform session. Separate from the
 * auth provider, so that the sign-in page loads without react-admin.
 */
export const createSignIn =
  (invoke: Invoke, platform: PlatformSession) =>
  async (credentials: Credentials): Promise<void> => {
    const { token, ticket, expireTime, admin } = await open(invoke, credentials);
    const user: AdminUser = {
      id: admin._id,
      username: admin.username,
      nickName: admin.nickName,
      avatar: admin.avatar,
      ...(admin.oneTimeUntil !== null && { mustChangePassword: true }),
      role: admin.role,
      roleName: admin.roleName,
      rights: admin.rights,
    };
    saveSession(token, expireTime, user);
    try {
      await platform.signInWithTicket(ticket);
    } catch (error) {
      endSession(invoke, platform);
      throw error;
    }
  };

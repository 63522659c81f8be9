import { cutText } from '#contract/cut.ts';
import type { Invoke } from '#dataProvider/invoke.ts';
import { endSession, type PlatformSession } from './endSession.ts';
import { type AdminUser, saveSession } from './session.ts';

/**
 * Opens our session and the platform's, or neither: a token is useless without a platform session. Separate from the
 * auth provider, so that the sign-in page loads without react-admin.
 */
export const createSignIn =
  (invoke: Invoke, platform: PlatformSession) =>
  async ({ username, password }: { username: string; password: string }): Promise<void> => {
    const { token, ticket, expireTime, admin } = await invoke('adminAuth', 'login', {
      username,
      password,
      userAgent: cutText(navigator.userAgent, 300),
    });
    const user: AdminUser = {
      id: admin._id,
      username: admin.username,
      nickName: admin.nickName,
      avatar: admin.avatar,
      mustChangePassword: admin.oneTimeUntil !== null,
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

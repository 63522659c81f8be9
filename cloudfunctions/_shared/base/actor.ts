import type { CallContext } from './dispatcher.ts';
import type { StoredAdmin } from './session.ts';

/** Who does it: an administrator who asked, or the service itself (`admin` null). */
export interface Actor {
  context: CallContext;
  admin: StoredAdmin | null;
  /** As histories show it. */
  name: string;
}

export const adminActor = (context: CallContext, admin: StoredAdmin): Actor => ({
  context,
  admin,
  name: admin.nickName || admin.username,
});

/** For timers and notices, which have no session. */
export const systemActor = (name: string, fn: string, action: string, requestId = ''): Actor => ({
  context: {
    function: fn,
    action,
    requestId,
    ip: '',
    uid: '',
    openid: '',
    customUserId: '',
    isAnonymous: false,
  },
  admin: null,
  name,
});

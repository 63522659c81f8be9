import { actors } from '#contract/sentences/actors.ts';
import type { AdminContext, CallContext } from './callContext.ts';
import type { StoredAdmin } from './session.ts';

/** As records keep who wrote them. */
export interface Author {
  adminId: string;
  name: string;
}

export const nameOf = ({ nickName, username }: Pick<StoredAdmin, 'nickName' | 'username'>) =>
  nickName || username;

export const authorOf = (admin: StoredAdmin): Author => ({
  adminId: admin._id,
  name: nameOf(admin),
});

/** Who does it: an administrator who asked; the service itself, or a stranger at sign-in (`admin` null). */
export interface Actor {
  context: CallContext;
  admin: StoredAdmin | null;
  /** As histories show it. */
  name: string;
}

export const adminActor = (context: CallContext, admin: StoredAdmin | null): Actor => ({
  context,
  admin,
  name: admin ? nameOf(admin) : '',
});

/** Waits for the session check. */
export const actorOf = async (context: AdminContext): Promise<Actor> =>
  adminActor(context, await context.admin());

export const visitorActor = ({ function: name, action, requestId }: CallContext): Actor =>
  systemActor(actors.user, name, action, requestId);

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
    ticketEpoch: null,
    isAnonymous: false,
  },
  admin: null,
  name,
});

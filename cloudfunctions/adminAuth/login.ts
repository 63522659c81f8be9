import { codes } from '#contract/envelope.ts';
import type { ActionInput } from '#contract/index.ts';
import { adminSentences } from '#contract/sentences/admins.ts';
import { withHashLock } from '../_shared/admins/hashLock.ts';
import { verifyPassword } from '../_shared/admins/password.ts';
import { passwordAttempt } from '../_shared/admins/passwordAttempt.ts';
import { noteWrong, waitLikeWrong } from '../_shared/admins/refusedAttempt.ts';
import { adminActor } from '../_shared/base/actor.ts';
import { audit } from '../_shared/base/audit.ts';
import type { CallContext } from '../_shared/base/dispatcher.ts';
import { ActionError } from '../_shared/base/errors.ts';
import {
  admins,
  isUsable,
  openSession,
  profileOf,
  type StoredAdmin,
  storedPermissionsOf,
} from '../_shared/base/session.ts';
import { ticketOf } from '../_shared/base/ticket.ts';

const MOST_KNOWN_IPS = 10;
/** Stands for an unknown address; it must not count as a known one, which would exempt all attempts from limits. */
const UNKNOWN_IP = '0.0.0.0';

const wrongCredentials = () => new ActionError(codes.wrongCredentials);

/**
 * The attempt is counted before it is judged, and an unknown name, a wrong password, a locked name, a disabled
 * administrator and an expired one-time password take the same time and get the same answer.
 */
export const login = async (
  { username, password, userAgent = '' }: ActionInput<'adminAuth', 'login'>,
  context: CallContext,
) => {
  const started = performance.now();
  const name = username.toLowerCase();
  const found = (await admins.find({ username: name }, { limit: 1 }))[0] ?? null;
  const knownPlace = found?.knownIps.includes(context.ip) ?? false;
  const attempt = await passwordAttempt(name, context.ip, knownPlace);
  if (!attempt) {
    await waitLikeWrong('login', started);
    throw wrongCredentials();
  }

  const admin = found && isUsable(found) ? found : null;
  const verify = () => verifyPassword(password, admin?.passwordHash);
  const { result: isRight, waitedMs } = knownPlace
    ? { result: await verify(), waitedMs: 0 }
    : await withHashLock(verify);
  if (!isRight || !admin) {
    // Neither name nor password is recorded: people confuse the two fields.
    await audit({
      by: adminActor(context, found),
      resource: 'session',
      result: 'fail',
      reason: adminSentences.loginFailed,
    });
    // Last, because a refused attempt also ends with this write.
    await noteWrong('login', started + waitedMs);
    throw wrongCredentials();
  }

  const ticket = ticketOf(admin);
  const lastLoginTime = Date.now();
  const [{ token, session }, permissions] = await Promise.all([
    openSession(admin, { ip: context.ip, userAgent }),
    storedPermissionsOf(admin),
    attempt.succeeded(),
    admins.note(admin._id, {
      lastLoginTime,
      lastLoginIp: context.ip,
      knownIps: withPlace(admin, context.ip),
    }),
  ]);
  await audit({ by: adminActor(context, admin), resource: 'session', resourceId: session._id });
  return {
    token,
    ticket,
    expireTime: session.maxTime,
    admin: profileOf({ ...admin, lastLoginTime }, permissions),
  };
};

const withPlace = ({ knownIps }: StoredAdmin, ip: string): string[] =>
  ip === UNKNOWN_IP
    ? knownIps
    : [ip, ...knownIps.filter(other => other !== ip)].slice(0, MOST_KNOWN_IPS);

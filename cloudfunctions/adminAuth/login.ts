import { codes } from '#contract/envelope.ts';
import type { ActionInput } from '#contract/index.ts';
import { adminSentences } from '#contract/sentences/admins.ts';
import { isRemembered } from '../_shared/admins/factors.ts';
import { hashLockId, withHashLock } from '../_shared/admins/hashLock.ts';
import { verifyPassword } from '../_shared/admins/password.ts';
import { passwordAttempt, passwordCounters } from '../_shared/admins/passwordAttempt.ts';
import { noteWrong, waitLikeWrong } from '../_shared/admins/refusedAttempt.ts';
import { adminActor } from '../_shared/base/actor.ts';
import { audit } from '../_shared/base/audit.ts';
import type { CallContext } from '../_shared/base/dispatcher.ts';
import { ActionError } from '../_shared/base/errors.ts';
import { admins, isUsable } from '../_shared/base/session.ts';
import { makeChallenge } from './challenge.ts';
import { signedIn } from './signedIn.ts';

const wrongCredentials = () => new ActionError(codes.wrongCredentials);

/**
 * The attempt is counted before it is judged, and an unknown name, a wrong password, a locked name, a disabled
 * administrator and an expired one-time password take the same time and get the same answer. What is counted here are
 * passwords: a right one whose code is missing no longer counts, and codes are counted by themselves.
 */
export const login = async (
  { username, password, userAgent = '', deviceToken = '' }: ActionInput<'adminAuth', 'login'>,
  context: CallContext,
) => {
  const started = performance.now();
  const name = username.toLowerCase();
  const [[found = null], counters] = await Promise.all([
    admins.find({ username: name }, { limit: 1 }),
    passwordCounters(name, context.ip, [hashLockId]),
  ]);
  const knownPlace = found?.knownIps.includes(context.ip) ?? false;
  const attempt = await passwordAttempt(name, context.ip, counters, knownPlace);
  if (!attempt) {
    await waitLikeWrong('login', started);
    throw wrongCredentials();
  }

  const admin = found && isUsable(found) ? found : null;
  const verify = () => verifyPassword(password, admin?.passwordHash);
  const {
    result: isRight,
    waitedMs,
    released,
  } = knownPlace
    ? { result: await verify(), waitedMs: 0, released: null }
    : await withHashLock(verify, counters.get(hashLockId));
  if (!isRight || !admin) {
    // Neither name nor password is recorded: people confuse the two fields.
    const failed = audit({
      by: adminActor(context, found),
      resource: 'session',
      result: 'fail',
      reason: adminSentences.loginFailed,
    });
    await Promise.all([released, failed]);
    // Last, because a refused attempt also ends with this write.
    await noteWrong('login', started + waitedMs);
    throw wrongCredentials();
  }

  if (admin.secondFactorTime && !(await isRemembered(admin, deviceToken))) {
    const by = adminActor(context, admin);
    const [challenge] = await Promise.all([
      makeChallenge(admin, context.ip),
      audit({ by, resource: 'session', reason: adminSentences.codeAwaited }),
      attempt.succeeded(),
      released,
    ]);
    throw new ActionError(codes.secondFactorNeeded, undefined, challenge);
  }
  const reason = admin.secondFactorTime ? adminSentences.byRememberedDevice : '';
  const beside = Promise.all([attempt.succeeded(), released]);
  return signedIn(admin, context, { userAgent, reason, beside });
};

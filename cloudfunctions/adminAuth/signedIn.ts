import type { ActionOutput } from '#contract/index.ts';
import { adminActor } from '../_shared/base/actor.ts';
import { audit } from '../_shared/base/audit.ts';
import type { CallContext } from '../_shared/base/dispatcher.ts';
import { together } from '../_shared/base/parallel.ts';
import {
  admins,
  newToken,
  profileOf,
  sessionId,
  sessions,
  settleSession,
  type StoredAdmin,
  storedPermissionsOf,
  storeSession,
} from '../_shared/base/session.ts';
import { ticketOf } from '../_shared/base/ticket.ts';

const MOST_KNOWN_IPS = 10;
/** Stands for an unknown address; it must not count as a known one, which would exempt all attempts from limits. */
const UNKNOWN_IP = '0.0.0.0';

interface How {
  userAgent: string;
  /** When the second factor was confirmed, if it was. */
  factorTime?: number;
  /** For the audit log; '' for nothing remarkable. */
  reason: string;
  /** What is done while the session is stored; where it fails, nobody is signed in. */
  beside: Promise<unknown>;
}

/** Opens a session, and remembers the address. */
export const signedIn = async (
  admin: StoredAdmin,
  context: CallContext,
  { userAgent, factorTime, reason, beside }: How,
): Promise<ActionOutput<'adminAuth', 'login'>> => {
  const { ip } = context;
  const ticket = ticketOf(admin);
  const token = newToken(admin._id);
  const lastLoginTime = Date.now();
  const from = { ip, userAgent, ...(factorTime !== undefined && { factorTime }) };
  const opening = Promise.all([storeSession(admin, from, token), storedPermissionsOf(admin)]);
  const [stored, permissions] = await together(opening, beside).catch(async (error: unknown) => {
    await sessions.remove(sessionId(token));
    throw error;
  });
  const { session } = stored;
  const by = adminActor(context, admin);
  await Promise.all([
    settleSession(stored),
    audit({ by, resource: 'session', resourceId: session._id, reason }),
    // What nobody's rights depend on.
    // oxlint-disable-next-line eslint-js/no-restricted-syntax
    admins.note(admin._id, { lastLoginTime, lastLoginIp: ip, knownIps: withPlace(admin, ip) }),
  ]);
  const signed = profileOf({ ...admin, lastLoginTime }, permissions);
  return { token, ticket, expireTime: session.maxTime, admin: signed };
};

const withPlace = ({ knownIps }: StoredAdmin, ip: string): string[] =>
  ip === UNKNOWN_IP
    ? knownIps
    : [ip, ...knownIps.filter(other => other !== ip)].slice(0, MOST_KNOWN_IPS);

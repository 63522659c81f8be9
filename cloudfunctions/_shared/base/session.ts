import { createHash, randomBytes } from 'node:crypto';
import type { Admin } from '#contract/admin.ts';
import type { AdminStatus } from '#contract/administrator.ts';
import { FULL_ROLE } from '#contract/constants.ts';
import { isRight } from '#contract/rights/rights.ts';
import {
  isStandardRole,
  limitsOfRole,
  rightsOfRole,
  type RoleLimits,
  standardRoles,
} from '#contract/rights/roles.ts';
import type { Role } from '#contract/role.ts';
import { environment } from './environment.ts';
import { repository, type Stored } from './repository.ts';

/** The part of the settings that is needed here: every function has this file, and not what all settings are made of. */
interface Rule {
  secondFactor?: { roles?: string[] };
}

const settings = repository<Stored & { data?: Rule }>('settings');

/** Whether its role must have a second factor. */
const needsSecondFactor = ({ role }: Pick<Admin, 'role'>, { secondFactor }: Rule): boolean =>
  secondFactor?.roles?.includes(role) ?? false;

/** The same by the settings as they are now. */
const isFactorRequired = async (admin: Pick<Admin, 'role'>): Promise<boolean> =>
  needsSecondFactor(admin, (await settings.get('system'))?.data ?? {});

/** The last time that rights were given: to one administrator, or to all of a role. */
export interface Raise {
  time: number;
  /** Once who gave them had a second factor, who got them needs one too. */
  byFactor: boolean;
}

export interface StoredAdmin extends Stored, Omit<Admin, keyof Stored> {
  passwordHash: string;
  status: AdminStatus;
  lastLoginIp: string;
  /** Raised by a new password and by disabling, which ends sessions of earlier epochs. */
  sessionEpoch: number;
  /** Addresses it signed in from; the name's own limit does not count them, so that others cannot lock it out. */
  knownIps: string[];
  raised?: Raise;
  /** Who made it or has set its password, and who made those: what is done with it counts as theirs too. */
  heldBy?: string[];
}

export interface StoredRole extends Role {
  raised?: Raise;
}

export interface StoredSession extends Stored {
  adminId: string;
  epoch: number;
  lastSeenTime: number;
  /** End of the maximum lifetime; a session that is not used ends sooner. */
  maxTime: number;
  expireTime: number;
  ip: string;
  userAgent: string;
  /** When its administrator last confirmed the second factor here; signing in on a remembered device does not. */
  factorTime?: number;
  /** The role must have a second factor, as of the sign-in or the last time that the use of the session was noted. */
  needsSecondFactor?: boolean;
}

export const admins = repository<StoredAdmin>('admins');
export const sessions = repository<StoredSession>('adminSessions');
export const roles = repository<StoredRole>('roles');

/** What an administrator may, of the role as it is now. */
export interface Permissions {
  roleName: string;
  rights: ReadonlySet<string>;
  limits: RoleLimits;
}

export interface LiveSession extends Permissions {
  admin: StoredAdmin;
  session: StoredSession;
  /** Raised limits of the administrator and of the role. */
  raises: readonly Raise[];
}

/** @param stored the role of that id, of a standard one its limits where they were changed; without either nothing is permitted */
export const permissionsOf = (
  { role }: Pick<StoredAdmin, 'role'>,
  stored: (Pick<Role, 'name' | 'rights'> & Partial<RoleLimits>) | null | undefined,
): Permissions => ({
  roleName: isStandardRole(role) ? standardRoles[role].name : (stored?.name ?? ''),
  rights: new Set(rightsOfRole(role, stored?.rights).filter(isRight)),
  limits: limitsOfRole(role, stored),
});

/** Of a standard role its limits, where they were changed; those of the full one never are. */
export const storedRole = async <R>(
  role: string,
  read: (id: string) => Promise<R | null>,
): Promise<R | null> => (role === '' || role === FULL_ROLE ? null : read(role));

/** The same outside a call, whose session has them. */
export const storedPermissionsOf = async (admin: Pick<StoredAdmin, 'role'>): Promise<Permissions> =>
  permissionsOf(admin, await storedRole(admin.role, id => roles.get(id)));

/** As its own administrator sees it. */
export const profileOf = (admin: StoredAdmin, { roleName, rights, limits }: Permissions) => ({
  ...admin,
  roleName,
  limits,
  rights: [...rights],
});

/** Only the hash is stored, so that reading the database gives no usable token. */
export const sessionId = (token: string) => createHash('sha256').update(token).digest('hex');

/**
 * `adm.<admin id>.<256 random bits>`. The id allows reading what belongs to the administrator beside the check; it proves
 * nothing, because the whole token is looked up.
 */
export const newToken = (adminId: string) =>
  `adm.${adminId}.${randomBytes(32).toString('base64url')}`;
const tokenShape = /^adm\.([A-Za-z0-9_-]{1,64})\.[A-Za-z0-9_-]{43}$/;

/** The administrator id claimed by a token; '' for an invalid form. Only `liveSession` verifies it. */
export const adminIdIn = (token: unknown): string =>
  (typeof token === 'string' && tokenShape.exec(token)?.[1]) || '';

type From = Pick<StoredSession, 'ip' | 'userAgent' | 'factorTime'>;

/** A new session, whose token is handed out once `settleSession` has been there. */
export const storeSession = async (admin: StoredAdmin, from: From, token: string) => {
  const now = Date.now();
  const maxTime = now + environment.SESSION_MAX_MS;
  const fields = {
    adminId: admin._id,
    epoch: admin.sessionEpoch,
    lastSeenTime: now,
    maxTime,
    expireTime: Math.min(now + environment.SESSION_IDLE_MS, maxTime),
    ...from,
  };
  const [session, isRequired] = await Promise.all([
    sessions.insert(fields, sessionId(token)),
    isFactorRequired(admin),
  ]);
  return { session, isRequired };
};

/** Notes that its role needs a second factor, and ends those of the administrator that are too many. */
export const settleSession = async ({
  session: { _id, adminId },
  isRequired,
}: Awaited<ReturnType<typeof storeSession>>): Promise<void> => {
  const [all] = await Promise.all([
    sessions.find({ adminId }, { sort: [['lastSeenTime', 'desc']] }),
    isRequired && sessions.note(_id, { needsSecondFactor: true }),
  ]);
  const others = all.filter(other => other._id !== _id);
  const surplus = others.slice(environment.SESSIONS_PER_ADMIN - 1);
  await Promise.all(surplus.map(other => sessions.remove(other._id)));
};

export const openSession = async (admin: StoredAdmin, from: From) => {
  const token = newToken(admin._id);
  const stored = await storeSession(admin, from, token);
  await settleSession(stored);
  return { token, session: stored.session };
};

/**
 * The session of a token, or null. Throws if the database does not answer: the caller must be neither admitted nor
 * signed out.
 */
export const liveSession = async (token: unknown): Promise<LiveSession | null> => {
  const adminId = adminIdIn(token);
  if (!adminId) return null;
  const found = await sessions.getWith<{ admin: StoredAdmin; role: StoredRole }>(
    sessionId(token as string),
    {
      admin: { from: 'admins', localField: 'adminId', foreignField: '_id' },
      role: { from: 'roles', of: 'admin', localField: 'role', foreignField: '_id' },
    },
  );
  const [admin] = found?.joined.admin ?? [];
  if (!found || !admin || found.record.adminId !== adminId) return null;
  const { record: session } = found;
  if (!isLive(session, admin, Date.now())) return null;
  const [role] = found.joined.role;
  const raises = [admin.raised, role?.raised].filter(raise => raise !== undefined);
  return { session, admin, raises, ...permissionsOf(admin, role) };
};

/** Not with a one-time password that was not changed in time; its sessions end with it. */
export const isUsable = ({ status, oneTimeUntil }: StoredAdmin): boolean =>
  status === 'active' && !(oneTimeUntil && oneTimeUntil <= Date.now());

const isLive = (session: StoredSession, admin: StoredAdmin, now: number) =>
  isUsable(admin) &&
  session.epoch === admin.sessionEpoch &&
  session.expireTime > now &&
  session.maxTime > now;

/** The live sessions of administrators, the latest used first. */
export const liveSessionsOf = (found: StoredSession[], owners: StoredAdmin[]): StoredSession[] => {
  const now = Date.now();
  const byId = new Map(owners.map(admin => [admin._id, admin]));
  return found.filter(session => {
    const admin = byId.get(session.adminId);
    return admin !== undefined && isLive(session, admin, now);
  });
};

/**
 * Extends a used session, and follows changes of role and settings; at most one read and one write a minute, instead of
 * one for every call.
 */
export const touchSession = async ({ session, admin }: LiveSession): Promise<void> => {
  const now = Date.now();
  if (now - session.lastSeenTime < environment.SESSION_TOUCH_MS) return;
  await sessions.compareAndSet(
    session._id,
    {},
    {
      lastSeenTime: now,
      expireTime: Math.min(now + environment.SESSION_IDLE_MS, session.maxTime),
      needsSecondFactor: await isFactorRequired(admin),
    },
  );
};

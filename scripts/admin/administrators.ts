/**
 * What `npm run admin` does, by the rules and with the audit rows of the page 管理员. The server SDK must point at the
 * environment before this is loaded (`useServerSdk`).
 */
import { randomUUID } from 'node:crypto';
import {
  endSessions,
  type Plan,
  toPassword,
  toRole,
  toStatus,
} from '#cloudfunctions/_shared/admins/changes.ts';
import { eraseFactor, toNoFactor } from '#cloudfunctions/_shared/admins/factorChanges.ts';
import {
  createAdmin,
  createFirstAdmin,
  faultOfPassword,
} from '#cloudfunctions/_shared/admins/newAdmin.ts';
import { makeOneTimePassword, oneTimeEnd } from '#cloudfunctions/_shared/admins/oneTimePassword.ts';
import { hashPassword } from '#cloudfunctions/_shared/admins/password.ts';
import { systemActor } from '#cloudfunctions/_shared/base/actor.ts';
import { _ } from '#cloudfunctions/_shared/base/cloud.ts';
import { invalid, stateNotAllowed } from '#cloudfunctions/_shared/base/errors.ts';
import {
  admins,
  isUsable,
  liveSessionsOf,
  roles,
  sessions,
  type StoredAdmin,
} from '#cloudfunctions/_shared/base/session.ts';
import { inTransaction, type Transaction } from '#cloudfunctions/_shared/base/transaction.ts';
import { administratorActions, type AdminStatus } from '#contract/administrator.ts';
import { FULL_ROLE } from '#contract/constants.ts';
import { isStandardRole, standardRoles } from '#contract/rights/roles.ts';
import { actors } from '#contract/sentences/actors.ts';
import { adminSentences } from '#contract/sentences/admins.ts';

const MOST = 1_000;

/** The audit log shows these with the words, and finds them with the filters, of the page's own actions. */
const commandLine = (action: keyof typeof administratorActions) =>
  systemActor(actors.commandLine, 'adminAdministrator', action, randomUUID());

export interface Listed {
  username: string;
  nickName: string;
  status: AdminStatus;
  /** Its id; a standard one's, or of one's own. */
  role: string;
  /** ISO 8601; null before the first one. */
  lastSignIn: string | null;
  /** End of a one-time password that has not been changed yet. */
  oneTimePasswordUntil: string | null;
  hasSecondFactor: boolean;
  openSessions: number;
}

const isoOf = (instant: number | null) =>
  instant === null ? null : new Date(instant).toISOString();

export const listAdministrators = async (): Promise<Listed[]> => {
  const [all, open] = await Promise.all([
    admins.find({}, { sort: [['createTime', 'asc']], limit: MOST }),
    sessions.find({ expireTime: _.gt(Date.now()) }, { limit: MOST }),
  ]);
  const live = liveSessionsOf(open, all);
  return all.map(({ _id, username, nickName, status, role, lastLoginTime, ...one }) => ({
    username,
    nickName,
    status,
    role,
    lastSignIn: isoOf(lastLoginTime),
    oneTimePasswordUntil: isoOf(one.oneTimeUntil),
    hasSecondFactor: Boolean(one.secondFactorTime),
    openSessions: live.filter(({ adminId }) => adminId === _id).length,
  }));
};

/** A password that was given is kept; one that is made here is a one-time password. */
const passwordFrom = (given: string | undefined) => ({
  password: given ?? makeOneTimePassword(),
  oneTimeUntil: given === undefined ? oneTimeEnd(Date.now()) : null,
});

export interface WithPassword {
  username: string;
  /** The one that was made here, readable this once. */
  oneTimePassword?: string;
}

const { nickName: nickNameSchema } = administratorActions.createAdministrator.input.shape;

/**
 * @param wanted `nickName`: '' for none, the user name is shown in its place; `role`: the id or the name of one
 * @throws 40001 with a sentence beside `username`, `nickName`, `role` or `password`
 */
export const createAdministrator = async (
  { username, nickName, role }: { username: string; nickName: string; role: string },
  given?: string,
): Promise<WithPassword> => {
  const { error } = nickName ? nickNameSchema.safeParse(nickName) : {};
  if (error) throw invalid({ nickName: error.issues[0]?.message ?? '' });
  const { password, oneTimeUntil } = passwordFrom(given);
  const by = commandLine('createAdministrator');
  const made = await createAdmin(
    { username, nickName, password, role: await roleNamed(role) },
    { by, oneTimeUntil },
  );
  return { username: made.username, ...(given === undefined && { oneTimePassword: password }) };
};

/** The administrator of a new environment, with a one-time password; null if there is one already. */
export const createFirstAdministrator = async (): Promise<{
  username: string;
  password: string;
} | null> => {
  const { password, oneTimeUntil } = passwordFrom(undefined);
  const by = commandLine('createAdministrator');
  const wanted = { username: 'admin', nickName: '管理员', password };
  const made = await createFirstAdmin(wanted, { by, oneTimeUntil });
  return made && { username: made.username, password };
};

/** @throws 40001 */
const roleNamed = async (role: string): Promise<string> => {
  if (isStandardRole(role)) return role;
  const standard = Object.entries(standardRoles).find(([, { name }]) => name === role);
  const own = await roles.find({}, { limit: MOST });
  const id = standard?.[0] ?? own.find(({ _id, name }) => _id === role || name === role)?._id;
  if (!id) throw invalid({ role: adminSentences.unknownRole });
  return id;
};

const named = async (username: string): Promise<StoredAdmin> => {
  const [found] = await admins.find({ username: username.trim().toLowerCase() }, { limit: 1 });
  if (!found) throw new Error(`There is no administrator "${username}".`);
  return found;
};

/**
 * @param also what else the transaction reads and writes; throws where the change must not be made
 * @returns whether anything changed
 */
const change = async (
  username: string,
  action: keyof typeof administratorActions,
  plan: Plan,
  also?: (transaction: Transaction, before: StoredAdmin) => Promise<void>,
): Promise<boolean> => {
  const { _id } = await named(username);
  const entry = { by: commandLine(action), resource: 'admin' };
  return inTransaction(async transaction => {
    const before = await transaction.require<StoredAdmin>('admins', _id);
    const patch = plan(before);
    if (!patch) return false;
    await also?.(transaction, before);
    await transaction.change('admins', before, patch, entry);
    return true;
  });
};

/**
 * Writes one administrator who stays with all rights and can sign in, as the actor is written who disables another
 * (`changeAnother.ts`): two who each disable whom the other one counts on meet there, and the second is refused.
 */
const keepOne = async (transaction: Transaction, others: StoredAdmin[]) => {
  for (const { _id } of others) {
    const current = await transaction.get<StoredAdmin>('admins', _id);
    if (!current || !isUsable(current) || current.role !== FULL_ROLE) continue;
    await transaction.note('admins', _id, { acts: _.inc(1) });
    return;
  }
  throw stateNotAllowed(adminSentences.lastActive);
};

/** @throws 40902 for the last one with all rights who can sign in */
export const disableAdministrator = async (username: string): Promise<boolean> => {
  const plan = toStatus('disabled');
  return change(username, 'setAdministratorStatus', plan, await keepFull(username, ''));
};

/** @throws 40001 for an unknown role, 40902 for the last one with all rights who can sign in */
export const setRole = async (username: string, role: string): Promise<boolean> => {
  const id = await roleNamed(role);
  return change(username, 'setAdministratorRole', toRole(id), await keepFull(username, id));
};

/** @returns nothing to be written where the administrator keeps all rights, or has fewer already */
const keepFull = async (username: string, role: string) => {
  if (role === FULL_ROLE || (await named(username)).role !== FULL_ROLE) return undefined;
  const full = await admins.find({ status: 'active', role: FULL_ROLE }, { limit: MOST });
  const others = full.filter(one => one.username !== username.trim().toLowerCase());
  return (transaction: Transaction) => keepOne(transaction, others);
};

export const enableAdministrator = (username: string): Promise<boolean> =>
  change(username, 'setAdministratorStatus', toStatus('active'));

/** @throws 40001 with a sentence beside `password`, 40902 for a disabled one */
export const resetPassword = async (username: string, given?: string): Promise<WithPassword> => {
  const { password, oneTimeUntil } = passwordFrom(given);
  const fault = given === undefined ? null : faultOfPassword(given, username);
  if (fault !== null) throw invalid({ password: fault });
  const plan = toPassword(await hashPassword(password), oneTimeUntil);
  await change(username, 'resetAdministratorPassword', plan);
  return { username, ...(given === undefined && { oneTimePassword: password }) };
};

/** @returns whether there was one */
export const resetSecondFactor = (username: string): Promise<boolean> =>
  change(username, 'resetSecondFactor', toNoFactor, (transaction, before) =>
    eraseFactor(transaction, before, 'reset'),
  );

export const endAllSessions = async (username: string): Promise<void> => {
  await change(username, 'revokeAdministratorSession', endSessions);
};

import { EXAMPLE_PASSWORD, newPassword, username as usernameSchema } from '#contract/admin.ts';
import { FULL_ROLE } from '#contract/constants.ts';
import { codes } from '#contract/envelope.ts';
import { adminSentences } from '#contract/sentences/admins.ts';
import type { Actor } from '../base/actor.ts';
import { insertRecord } from '../base/changeRecord.ts';
import { environment } from '../base/environment.ts';
import { ActionError, invalid, isDuplicate } from '../base/errors.ts';
import type { Stored } from '../base/repository.ts';
import { admins, type StoredAdmin } from '../base/session.ts';
import { wellKnown } from '../base/wellKnown.ts';
import { hashPassword } from './password.ts';

export interface NewAdmin {
  username: string;
  password: string;
  nickName?: string;
  role: string;
}

/** Fixed id of the first administrator, so that concurrent processes cannot store a second one. */
const FIRST_ADMIN_ID = 'first_admin';

/** Stores a complete new record; by default alone, with an audit row where it is said who makes it. */
type Store = (fields: Omit<StoredAdmin, keyof Stored>) => Promise<StoredAdmin>;

interface Making {
  id?: string;
  /** Who makes it; without one there is no audit row. */
  by?: Actor;
  store?: Store;
  /** The password is a one-time password until then. */
  oneTimeUntil?: number | null;
  /** Identifies the request that makes it, as returned by `intended`. */
  intent?: string;
}

const plain = (text: string) => text.normalize('NFKC').trim().toLowerCase();

/** Why an administrator of this name may not have this password, wherever it is set; or null. */
export const faultOfPassword = (password: string, username: string): string | null => {
  const { error } = newPassword.safeParse(password);
  if (error) return error.issues[0]?.message ?? '';
  if (plain(password) === plain(username)) return adminSentences.ownNameAsPassword;
  const isPublished = password === EXAMPLE_PASSWORD && environment.SCF_NAMESPACE !== 'local';
  return isPublished || wellKnown(password) ? adminSentences.commonPassword : null;
};

/** @throws 40001 with a sentence beside `username` or `password` */
export const createAdmin = async (
  wanted: NewAdmin,
  { id, by, oneTimeUntil = null, intent, store }: Making = {},
): Promise<StoredAdmin> => {
  const username = usernameSchema.safeParse(wanted.username);
  const fault = faultOfPassword(wanted.password, wanted.username);
  if (!username.success || fault !== null) {
    throw invalid({
      ...(username.error && { username: username.error.issues[0]?.message ?? '' }),
      ...(fault !== null && { password: fault }),
    });
  }
  const fields = {
    username: username.data,
    nickName: wanted.nickName ?? '',
    avatar: '',
    role: wanted.role,
    lastLoginTime: null,
    lastLoginIp: '',
    oneTimeUntil,
    secondFactorTime: null,
    passwordHash: await hashPassword(wanted.password, Infinity),
    status: 'active' as const,
    sessionEpoch: 1,
    knownIps: [],
    ...(intent && { intent }),
  };
  try {
    if (store) return await store(fields);
    // Used by the command line and in a new environment, where no administrator acts.
    /* oxlint-disable eslint-js/no-restricted-syntax */
    return by
      ? await insertRecord(admins, fields, id, { by, resource: 'admin' })
      : await admins.insert(fields, id);
    /* oxlint-enable eslint-js/no-restricted-syntax */
  } catch (error) {
    if (!isDuplicate(error)) throw error;
    throw new ActionError(codes.invalidInput, adminSentences.usernameTaken, {
      fields: { username: adminSentences.usernameTaken },
    });
  }
};

/** The administrator of a fresh environment; null if one exists. Concurrent callers make only one. */
export const createFirstAdmin = async (
  wanted: Omit<NewAdmin, 'role'>,
  making: Omit<Making, 'id'> = {},
): Promise<StoredAdmin | null> => {
  if ((await admins.count({})) > 0) return null;
  try {
    return await createAdmin({ ...wanted, role: FULL_ROLE }, { ...making, id: FIRST_ADMIN_ID });
  } catch (error) {
    if ((await admins.count({})) > 0) return null;
    throw error;
  }
};

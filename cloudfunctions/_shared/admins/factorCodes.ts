import { Secret, TOTP } from 'otpauth';
import { RECOVERY_CODES, texts } from '#contract/constants.ts';
import { found } from '#contract/pasted.ts';
import { _ } from '../base/cloud.ts';
import { hashOf } from '../base/ids.ts';
import { report } from '../base/log.ts';
import { placeOf, seal, unseal } from '../base/secrets.ts';
import type { StoredAdmin } from '../base/session.ts';
import { factors, noFactor, type StoredFactor } from './factors.ts';
import { makeRecoveryCode } from './oneTimePassword.ts';

/** Seconds that a code lasts; those of the period before and after are taken too. */
const PERIOD = 30;
const WINDOW = 1;
const PENDING_MS = 15 * 60_000;

const secretPlace = (adminId: string) => placeOf('secondFactors', adminId, 'secret');
const totpOf = (secret: Secret, label = '') =>
  new TOTP({ issuer: texts.appTitle, label, secret, period: PERIOD });

/** Spaces, hyphens, capitals and what stands around the code do not count. */
const plain = (typed: string) =>
  found(typed, code => code.replace(/[\s-]/g, '').toLowerCase(), /^(?:\d{6}|[a-z2-9]{16})$/);

/** The period that the code is of, or null. A secret that cannot be opened leaves the recovery codes. */
const periodOf = (adminId: string, sealed: string, code: string): number | null => {
  if (!sealed || !/^\d{6}$/.test(code)) return null;
  try {
    const secret = Secret.fromBase32(unseal(sealed, secretPlace(adminId)));
    const timestamp = Date.now();
    const delta = totpOf(secret).validate({ token: code, timestamp, window: WINDOW });
    return delta === null ? null : Math.floor(timestamp / 1_000 / PERIOD) + delta;
  } catch (error) {
    report('second factor not opened', error, adminId);
    return null;
  }
};

const recoveryHash = (adminId: string, code: string) => hashOf([adminId, plain(code)], 64);

/** Recovery codes, readable this once, and what is stored of them. */
export const makeRecoveryCodes = (adminId: string) => {
  const recoveryCodes = Array.from({ length: RECOVERY_CODES }, makeRecoveryCode);
  return { recoveryCodes, recovery: recoveryCodes.map(code => recoveryHash(adminId, code)) };
};

/** Stores a new secret beside the one in use. @returns it, readable this once */
export const beginFactor = async ({ _id, username }: StoredAdmin) => {
  const secret = new Secret({ size: 20 });
  const pending = {
    pendingEnc: seal(secret.base32, secretPlace(_id)),
    pendingUntil: Date.now() + PENDING_MS,
  };
  for (;;) {
    if (await factors.compareAndSet(_id, {}, pending)) break;
    if (await factors.insertUnlessThere({ ...noFactor, ...pending }, _id)) break;
  }
  return { uri: totpOf(secret, username).toString(), secret: secret.base32 };
};

/** The period of a code made with the secret that is being set up, or null. */
export const pendingPeriod = ({ _id, pendingEnc }: StoredFactor, code: string): number | null =>
  periodOf(_id, pendingEnc, plain(code));

export type CodeKind = 'code' | 'recoveryCode';

/** Uses a code up, so that of two callers with the same one passes. @returns `used` for one of a period that was used */
export const useCode = async (
  found: StoredFactor | null,
  typed: string,
): Promise<CodeKind | 'used' | 'wrong'> => {
  const code = plain(typed);
  if (!found?.secretEnc) return 'wrong';
  const { _id: adminId, secretEnc } = found;
  const period = periodOf(adminId, secretEnc, code);
  if (period !== null) {
    const unused = { secretEnc, lastPeriod: _.lt(period) };
    return (await factors.compareAndSet(adminId, unused, { lastPeriod: period })) ? 'code' : 'used';
  }
  const recovery = recoveryHash(adminId, code);
  if (!found.recovery.includes(recovery)) return 'wrong';
  const left = { recovery: _.pull(recovery) };
  return (await factors.compareAndSet(adminId, { secretEnc, recovery }, left))
    ? 'recoveryCode'
    : 'wrong';
};

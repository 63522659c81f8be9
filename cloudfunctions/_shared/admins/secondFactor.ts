import { randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { RECOVERY_CODES, REMEMBERED_DEVICE_DAYS, texts } from '#contract/constants.ts';
import { DAY_MS } from '#contract/shanghai.ts';
import { _ } from '../base/cloud.ts';
import { roleOf } from '../base/factorRule.ts';
import { hashOf } from '../base/ids.ts';
import { report } from '../base/log.ts';
import { repository, type Stored } from '../base/repository.ts';
import { placeOf, seal, unseal } from '../base/secrets.ts';
import type { StoredAdmin } from '../base/session.ts';
import { makeRecoveryCode } from './oneTimePassword.ts';

/** Seconds that a code lasts; those of the period before and after are taken too. */
const PERIOD = 30;
const WINDOW = 1;
const PENDING_MS = 15 * 60_000;
const MOST_DEVICES = 10;

interface Device {
  /** Of its token. */
  _id: string;
  createTime: number;
  expireTime: number;
  /** Of the administrator when it was remembered. */
  since: number | null;
  epoch: number;
  role: string;
  ip: string;
  userAgent: string;
}

/** `_id` is the administrator's. */
export interface StoredFactor extends Stored {
  /** '' for none. */
  secretEnc: string;
  /** What is being set up. */
  pendingEnc: string;
  pendingUntil: number;
  /** The period of the last code that was used; an earlier one, and the same again, are refused. */
  lastPeriod: number;
  /** Hashes of those that are left. */
  recovery: string[];
  devices: Device[];
}

export const factors = repository<StoredFactor>('secondFactors');

/** Without any factor. */
export const noFactor = {
  secretEnc: '',
  pendingEnc: '',
  pendingUntil: 0,
  lastPeriod: 0,
  recovery: [] as string[],
  devices: [] as Device[],
};

const secretPlace = (adminId: string) => placeOf('secondFactors', adminId, 'secret');
const totpOf = (secret: Secret, label = '') =>
  new TOTP({ issuer: texts.appTitle, label, secret, period: PERIOD });

/** Spaces, hyphens and capitals do not count. */
const plain = (code: string) => code.replace(/[\s-]/g, '').toLowerCase();

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
  while (!(await factors.compareAndSet(_id, {}, pending)))
    await factors.insertUnlessThere({ ...noFactor, ...pending }, _id);
  return { uri: totpOf(secret, username).toString(), secret: secret.base32 };
};

/** The period of a code made with the secret that is being set up, or null. */
export const pendingPeriod = ({ _id, pendingEnc }: StoredFactor, code: string): number | null =>
  periodOf(_id, pendingEnc, plain(code));

export type CodeKind = 'code' | 'recoveryCode';

/** Uses a code up, so that of two callers with the same one passes. @returns null where it is wrong, or was used */
export const useCode = async (adminId: string, typed: string): Promise<CodeKind | null> => {
  const code = plain(typed);
  const found = await factors.get(adminId);
  if (!found?.secretEnc) return null;
  const { secretEnc } = found;
  const period = periodOf(adminId, secretEnc, code);
  if (period !== null) {
    const unused = { secretEnc, lastPeriod: _.lt(period) };
    return (await factors.compareAndSet(adminId, unused, { lastPeriod: period })) && 'code';
  }
  const recovery = recoveryHash(adminId, code);
  if (!found.recovery.includes(recovery)) return null;
  const left = { recovery: _.pull(recovery) };
  return (await factors.compareAndSet(adminId, { secretEnc, recovery }, left)) && 'recoveryCode';
};

const isLive = (device: Device, admin: StoredAdmin) =>
  device.expireTime > Date.now() &&
  device.since === admin.secondFactorTime &&
  device.epoch === admin.sessionEpoch &&
  device.role === roleOf(admin);

/** Those that need no code; they end with password, role, factor and account. */
export const devicesOf = (found: StoredFactor | null, admin: StoredAdmin): Device[] =>
  (found?.devices ?? []).filter(device => isLive(device, admin)).toReversed();

const deviceId = (token: string) => hashOf([token], 64);

/** @returns its token, of which only the hash is stored */
export const rememberDevice = async (
  admin: StoredAdmin,
  from: Pick<Device, 'ip' | 'userAgent'>,
): Promise<string> => {
  const token = randomBytes(32).toString('base64url');
  const createTime = Date.now();
  const device: Device = {
    _id: deviceId(token),
    createTime,
    expireTime: createTime + REMEMBERED_DEVICE_DAYS * DAY_MS,
    since: admin.secondFactorTime,
    epoch: admin.sessionEpoch,
    role: roleOf(admin),
    ...from,
  };
  const devices = _.push({ each: [device], slice: -MOST_DEVICES });
  await factors.compareAndSet(admin._id, {}, { devices });
  return token;
};

export const isRemembered = async (admin: StoredAdmin, token: string): Promise<boolean> => {
  const id = deviceId(token);
  return devicesOf(await factors.get(admin._id), admin).some(({ _id }) => _id === id);
};

import { randomBytes } from 'node:crypto';
import { REMEMBERED_DEVICE_DAYS } from '#contract/constants.ts';
import { DAY_MS } from '#contract/shanghai.ts';
import { _ } from '../base/cloud.ts';
import { hashOf } from '../base/ids.ts';
import { repository, type Stored } from '../base/repository.ts';
import type { StoredAdmin } from '../base/session.ts';

const MOST_DEVICES = 10;

interface Device {
  /** Hash of the token. */
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

const isLive = (device: Device, admin: StoredAdmin) =>
  device.expireTime > Date.now() &&
  device.since === admin.secondFactorTime &&
  device.epoch === admin.sessionEpoch &&
  device.role === admin.role;

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
    role: admin.role,
    ...from,
  };
  const devices = _.push({ each: [device], slice: -MOST_DEVICES });
  await factors.compareAndSet(admin._id, {}, { devices });
  return token;
};

export const isRemembered = async (admin: StoredAdmin, token: string): Promise<boolean> => {
  if (!token) return false;
  const id = deviceId(token);
  return devicesOf(await factors.get(admin._id), admin).some(({ _id }) => _id === id);
};

import { randomBytes } from 'node:crypto';
import type { StoredFactor } from '../_shared/admins/factors.ts';
import { environment } from '../_shared/base/environment.ts';
import { hashOf } from '../_shared/base/ids.ts';
import { networkOf } from '../_shared/base/network.ts';
import { repository, type Stored } from '../_shared/base/repository.ts';
import { isUsable, type StoredAdmin } from '../_shared/base/session.ts';

/** A sign-in with the right password that waits for a code. `_id` is the hash of what the browser holds. */
interface Challenge extends Stored {
  adminId: string;
  /** Another password, and disabling, end it as they end sessions. */
  epoch: number;
  network: string;
  expireTime: number;
}

const challenges = repository<Challenge>('signInChallenges');
const idOf = (challenge: string) => hashOf([challenge], 64);

export const makeChallenge = async ({ _id, sessionEpoch }: StoredAdmin, ip: string) => {
  const challenge = randomBytes(32).toString('base64url');
  const expireTime = Date.now() + environment.CHALLENGE_MS;
  const row = { adminId: _id, epoch: sessionEpoch, network: networkOf(ip), expireTime };
  await challenges.insert(row, idOf(challenge));
  return { challenge, expireTime };
};

/** Who signs in with it, with their second factor; or null. */
export const challenged = async (
  challenge: string,
  ip: string,
): Promise<{ admin: StoredAdmin; factor: StoredFactor | null } | null> => {
  const own = { localField: 'adminId', foreignField: '_id' };
  const found = await challenges.getWith<{ admin: StoredAdmin; factor: StoredFactor }>(
    idOf(challenge),
    { admin: { from: 'admins', ...own }, factor: { from: 'secondFactors', ...own } },
  );
  if (!found) return null;
  const { epoch, expireTime, network } = found.record;
  if (expireTime <= Date.now() || network !== networkOf(ip)) return null;
  const [admin] = found.joined.admin;
  const isStill = admin && isUsable(admin) && admin.sessionEpoch === epoch;
  const [factor = null] = found.joined.factor;
  return isStill && admin.secondFactorTime ? { admin, factor } : null;
};

/** @returns whether it was there: of two callers one uses it */
export const useUp = (challenge: string): Promise<boolean> => challenges.remove(idOf(challenge));

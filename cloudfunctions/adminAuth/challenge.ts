import { randomBytes } from 'node:crypto';
import { environment } from '../_shared/base/environment.ts';
import { hashOf } from '../_shared/base/ids.ts';
import { networkOf } from '../_shared/base/network.ts';
import { repository, type Stored } from '../_shared/base/repository.ts';
import { admins, isUsable, type StoredAdmin } from '../_shared/base/session.ts';

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

/** Who signs in with it, or null. */
export const challenged = async (challenge: string, ip: string): Promise<StoredAdmin | null> => {
  const found = await challenges.get(idOf(challenge));
  if (!found || found.expireTime <= Date.now() || found.network !== networkOf(ip)) return null;
  const admin = await admins.get(found.adminId);
  const isStill = admin && isUsable(admin) && admin.sessionEpoch === found.epoch;
  return isStill && admin.secondFactorTime ? admin : null;
};

/** @returns whether it was there: of two callers one uses it */
export const useUp = (challenge: string): Promise<boolean> => challenges.remove(idOf(challenge));

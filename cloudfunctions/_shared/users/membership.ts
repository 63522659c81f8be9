import type { StoredUser } from './ledger.ts';

export type Membership = Pick<StoredUser, 'packageId' | 'packageName' | 'packageExpireTime'>;

const noMembership: Membership = {
  packageId: '',
  packageName: '',
  packageExpireTime: null,
};

/** From now, or from the end of the current membership, whichever package that is of. */
export const endAfter = (
  { packageExpireTime }: Pick<StoredUser, 'packageExpireTime'>,
  ms: number,
  now: number,
): number => Math.max(now, packageExpireTime ?? 0) + ms;

/**
 * What changes for a user who gains so many milliseconds of a package: what they have adds up, of one package or of
 * several, however it was gained. A membership without an end stays as it is.
 */
export const prolonged = (
  user: Membership,
  { packageId, packageName }: Pick<Membership, 'packageId' | 'packageName'>,
  ms: number,
  now: number,
): Partial<Membership> => {
  const isEndless = user.packageId !== '' && user.packageExpireTime === null;
  if (ms <= 0 || isEndless) return {};
  return { packageId, packageName, packageExpireTime: endAfter(user, ms, now) };
};

/** How many milliseconds of a membership are left; 0 of one without an end, of which nothing can be taken. */
export const timeLeft = ({ packageId, packageExpireTime }: Membership, now: number): number =>
  packageId === '' ? 0 : Math.max(0, (packageExpireTime ?? 0) - now);

/** What changes for a user who loses so many milliseconds; nothing is left of a membership that has then ended. */
export const shortened = (user: Membership, ms: number, now: number): Partial<Membership> => {
  if (ms <= 0) return {};
  const packageExpireTime = (user.packageExpireTime ?? 0) - ms;
  return packageExpireTime > now ? { packageExpireTime } : noMembership;
};
/** Whether a membership is running; one without an end never ends. */
export const isMember = (
  { packageId, packageExpireTime }: Pick<StoredUser, 'packageId' | 'packageExpireTime'>,
  now: number,
): boolean => packageId !== '' && (packageExpireTime ?? Infinity) > now;

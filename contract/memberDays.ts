import { DAY_MS } from './shanghai.ts';

/** So many days stand for a membership without an end. */
const ENDLESS_DAYS = 36_500;

/** A membership, or none (`packageId` ''); `packageExpireTime` null: without an end. */
interface Lasting {
  packageId: string;
  packageExpireTime: number | null;
}

const endFrom = ({ packageId, packageExpireTime }: Lasting, now: number): number =>
  packageId === '' ? now : Math.max(now, packageExpireTime ?? now + ENDLESS_DAYS * DAY_MS);

/**
 * The days, as they begin, that a change gives; negative for what it takes. Of another package all of its days are given,
 * because they may be worth more.
 */
export const daysGiven = (before: Lasting, after: Lasting, now: number): number => {
  const isOther = after.packageId !== '' && after.packageId !== before.packageId;
  const ms = endFrom(after, now) - (isOther ? now : endFrom(before, now));
  return Math.sign(ms) * Math.ceil(Math.abs(ms) / DAY_MS);
};

export const daysInWords = (days: number): string => (days >= ENDLESS_DAYS ? '长期' : `${days} 天`);

import type { RoleLimits } from './rights/roles.ts';
import { adminSentences } from './sentences/admins.ts';

/** What is worth money: credits, and days of a membership. */
export interface Worth {
  credits: number;
  days: number;
}

/** Which limit for one user at once it is above, in words; '' for none. Taking away counts like giving. */
export const aboveGift = (
  { credits, days }: Worth,
  { creditLimit, memberDaysLimit }: RoleLimits,
): string => {
  if (creditLimit !== null && Math.abs(credits) > creditLimit)
    return adminSentences.aboveGift(creditLimit);
  return memberDaysLimit !== null && Math.abs(days) > memberDaysLimit
    ? adminSentences.aboveMemberDays(memberDaysLimit)
    : '';
};

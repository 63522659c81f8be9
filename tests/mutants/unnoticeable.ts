/** A change that `npm run mutants` makes and that nobody can notice, because the outcome is the same. */
export interface Unnoticeable {
  file: string;
  /** The declaration it is in. */
  within: string;
  /** As it is printed. */
  change: string;
  why: string;
}

export const unnoticeable: Unnoticeable[] = [
  {
    file: 'cloudfunctions/_shared/codes/rules.ts',
    within: 'check',
    change: 'operand: user.redeemed?.[batch._id] ?? 0 → user.redeemed?.[batch._id]',
    why: 'A limit is at least 1, and neither 0 nor undefined is at or above it.',
  },
];

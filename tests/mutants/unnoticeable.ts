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
  {
    file: 'cloudfunctions/_shared/messages/run.ts',
    within: 'due',
    change: "property: sort: [['nextTime', 'asc']] → left out",
    why: 'The local platform reads by an index that has this order; CloudBase promises none.',
  },
  {
    file: 'cloudfunctions/_shared/messages/run.ts',
    within: 'sendDue',
    change: 'list: page.filter(message => !put.includes(message)) → page',
    why: 'What was put off is no longer due at the time that was read, so claiming it fails.',
  },
  {
    file: 'cloudfunctions/_shared/messages/wecom.ts',
    within: 'addressOf',
    change: 'condition: !wecomWebhookEnc → false',
    why: 'Unsealing nothing fails, with the same outcome.',
  },
];

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
  {
    file: 'cloudfunctions/_shared/users/visitorUser.ts',
    within: 'openidOf',
    change:
      'refusal: throw new ActionError(codes.stateNotAllowed, callSentences.reloadPage); → left out',
    why: 'Actions of visitors are refused to a stranger before; this is for those that nobody has written yet.',
  },
  {
    file: 'cloudfunctions/_shared/users/visitorUser.ts',
    within: 'expected',
    change: 'property: rev: 0 → left out',
    why: 'It is never stored, and no visitor is shown a revision.',
  },
  {
    file: 'cloudfunctions/_shared/users/visitorUser.ts',
    within: 'expected',
    change: 'property: updateTime: now → left out',
    why: 'It is never stored, and no visitor is shown this time.',
  },
  {
    file: 'cloudfunctions/_shared/users/visitorUser.ts',
    within: 'takeGift',
    change:
      'operand: error instanceof ActionError && error.code === codes.tooOften → error instanceof ActionError',
    why: 'Counting an attempt refuses nothing but the next one.',
  },
  {
    file: 'cloudfunctions/_shared/users/visitorUser.ts',
    within: 'takeGift',
    change:
      'operand: error instanceof ActionError && error.code === codes.tooOften → error.code === codes.tooOften',
    why: 'Codes of the platform are words.',
  },
  {
    file: 'cloudfunctions/_shared/users/membership.ts',
    within: 'endAfter',
    change: 'operand: packageExpireTime ?? 0 → packageExpireTime',
    why: 'The greater of now and null is now.',
  },
  {
    file: 'cloudfunctions/_shared/users/membership.ts',
    within: 'endAfter',
    change: 'number: 0 → 1',
    why: 'Both are before now.',
  },
  {
    file: 'cloudfunctions/_shared/users/membership.ts',
    within: 'timeLeft',
    change: 'operand: packageExpireTime ?? 0 → packageExpireTime',
    why: 'Null less now is as far below 0 as 0 less now.',
  },
  {
    file: 'cloudfunctions/_shared/users/membership.ts',
    within: 'shortened',
    change: 'operand: user.packageExpireTime ?? 0 → user.packageExpireTime',
    why: 'Nothing is taken of a membership without an end.',
  },
  {
    file: 'cloudfunctions/_shared/orders/close.ts',
    within: 'markClosed',
    change: 'condition: before.printOrderId → true',
    why: 'No print order has an empty id, so nothing is found and nothing cancelled.',
  },
  {
    file: 'cloudfunctions/_shared/orders/completePrint.ts',
    within: 'completePrintOrder',
    change: 'property: isNew: false → left out',
    why: 'Neither false nor undefined is counted.',
  },
  {
    file: 'cloudfunctions/_shared/orders/completePrint.ts',
    within: 'completePrintOrder',
    change: 'operand: before.reprintOf || !before.orderId → before.reprintOf',
    why: 'No order has an empty id, so none is found either.',
  },
  {
    file: 'cloudfunctions/_shared/orders/completePrint.ts',
    within: 'completePrintOrder',
    change: 'operand: print && isNew → isNew',
    why: 'What was completed just now is there.',
  },
  {
    file: 'cloudfunctions/_shared/orders/fulfil.ts',
    within: 'postingsOf',
    change: "operand: order.items[0]?.name ?? '' → order.items[0]?.name",
    why: 'An order without goods gives no credits, so it has no line.',
  },
  {
    file: 'cloudfunctions/_shared/orders/fulfil.ts',
    within: 'membershipOf',
    change: 'operand: snapshot.days ?? 0 → snapshot.days',
    why: 'Neither null nor undefined is above 0.',
  },
  {
    file: 'cloudfunctions/_shared/orders/fulfil.ts',
    within: 'tryFulfil',
    change: 'property: granted: null → left out',
    why: 'Neither null nor undefined is counted.',
  },
  {
    file: 'cloudfunctions/_shared/orders/fulfil.ts',
    within: 'tryFulfil',
    change: 'condition: before.printOrderId → true',
    why: 'No print order has an empty id, so nothing is found and nothing moved.',
  },
  {
    file: 'cloudfunctions/_shared/orders/payment.ts',
    within: 'recordPayment',
    change: 'property: changed: false → left out',
    why: 'Neither false nor undefined is a change.',
  },
  {
    file: 'cloudfunctions/_shared/orders/payment.ts',
    within: 'recordPayment',
    change: 'condition: before.userId → true',
    why: 'No user has an empty id, so none is found.',
  },
  {
    file: 'cloudfunctions/_shared/orders/payment.ts',
    within: 'recordPayment',
    change: 'operand: offline && { reason: offline.reason } → offline',
    why: 'An audit row takes the reason of it, and nothing else.',
  },
  {
    file: 'cloudfunctions/_shared/tasks/adopt.ts',
    within: 'isKnown',
    change:
      "operand: error instanceof RunningHubError && error.failure === 'gone' → error.failure === 'gone'",
    why: 'No other error has a failure.',
  },
  {
    file: 'cloudfunctions/_shared/tasks/adopt.ts',
    within: 'heardOf',
    change: 'property: limit: 1 → left out',
    why: 'The number of a task is unique.',
  },
  {
    file: 'cloudfunctions/_shared/tasks/adopt.ts',
    within: 'heardOf',
    change: 'number: 1 → 2',
    why: 'The number of a task is unique.',
  },
  {
    file: 'cloudfunctions/_shared/tasks/adopt.ts',
    within: 'heardOf',
    change: "operand: task.sentTime === 0 || task.slotKey === '' → task.sentTime === 0",
    why: 'No key has an empty id, so none is asked.',
  },
  {
    file: 'cloudfunctions/_shared/tasks/check.ts',
    within: 'haveSensitiveWord',
    change: 'boundary: _.gt(after) → _.gte(after)',
    why: 'The last word of a page is looked at twice.',
  },
  {
    file: 'cloudfunctions/_shared/tasks/check.ts',
    within: 'haveSensitiveWord',
    change: 'number: 1 → 2',
    why: 'The last word of a page is looked at twice.',
  },
  {
    file: 'cloudfunctions/_shared/tasks/check.ts',
    within: 'haveSensitiveWord',
    change: 'operand: !last || words.length < WORDS_AT_ONCE → words.length < WORDS_AT_ONCE',
    why: 'A page without words is shorter than a full one.',
  },
  {
    file: 'cloudfunctions/_shared/tasks/keys.ts',
    within: 'knowsNothing',
    change:
      "operand: error instanceof RunningHubError && ['key', 'gone'].includes(error.failure) → ['key', 'gone'].includes(error.failure)",
    why: 'No other error has a failure.',
  },
  {
    file: 'cloudfunctions/_shared/tasks/end.ts',
    within: 'slotAfter',
    change: 'operand: task.deadline ?? now → task.deadline',
    why: 'The greater of now and null is now.',
  },
  {
    file: 'cloudfunctions/_shared/tasks/keepResults.ts',
    within: 'keepResults',
    change: 'condition: stored → true',
    why: 'No file has an empty path.',
  },
  {
    file: 'cloudfunctions/_shared/tasks/keepResults.ts',
    within: 'dropUnlessNamed',
    change: 'operand: task && isActiveTask(task.status) → isActiveTask(task.status)',
    why: 'No task is ever removed.',
  },
];

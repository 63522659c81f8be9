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
    file: 'cloudfunctions/_shared/counting/counters.ts',
    within: 'readCounters',
    change: 'number: 1_000 → 2000',
    why: 'A query answers 1,000 records at most.',
  },
  {
    file: 'cloudfunctions/_shared/counting/counters.ts',
    within: 'readCounters',
    change: 'property: part: _.in(parts) → left out',
    why: 'Days and kinds that nobody asked for are read and left aside.',
  },
  {
    file: 'cloudfunctions/_shared/counting/fold.ts',
    within: 'fold',
    change: 'condition: rev !== null → true',
    why: 'No record has the revision null.',
  },
  {
    file: 'cloudfunctions/_shared/counting/fold.ts',
    within: 'PAGE',
    change: 'number: 100 → 200',
    why: 'Pages are read until one is not full.',
  },
  {
    file: 'cloudfunctions/_shared/counting/rebuild.ts',
    within: 'PAGE',
    change: 'number: 200 → 400',
    why: 'Pages are read until one is not full.',
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
    file: 'cloudfunctions/_shared/refunds/clawback.ts',
    within: 'moveGrants',
    change: 'operand: reserved && step → reserved',
    why: 'What is reserved and was not taken before is being taken.',
  },
  {
    file: 'cloudfunctions/_shared/refunds/create.ts',
    within: 'repeated',
    change: 'condition: !wish.idemKey → false',
    why: 'No refund is stored with an undefined key, so none is found.',
  },
  {
    file: 'cloudfunctions/_shared/refunds/create.ts',
    within: 'mustTakeAsSeen',
    change: 'operand: !seen || !taken → !seen',
    why: 'A new refund always says what it has taken.',
  },
  {
    file: 'cloudfunctions/_shared/refunds/lines.ts',
    within: 'leftOf',
    change: 'operand: lines[itemIndex]?.qty ?? 0 → lines[itemIndex]?.qty',
    why: 'No number is at most what is none, so a missing line is refused all the same.',
  },
  {
    file: 'cloudfunctions/_shared/refunds/lines.ts',
    within: 'grantedBy',
    change: 'condition: line → true',
    why: 'Items without a line have been refused before.',
  },
  {
    file: 'cloudfunctions/_shared/refunds/lines.ts',
    within: 'grantedBy',
    change: 'number: 0 → 1',
    why: 'Items without a line have been refused before.',
  },
  {
    file: 'cloudfunctions/_shared/refunds/poll.ts',
    within: 'pollRefunds',
    change: "property: sort: [['nextQueryTime', 'asc']] → left out",
    why: 'The local platform reads by an index that has this order; CloudBase promises none.',
  },
  {
    file: 'cloudfunctions/_shared/refunds/poll.ts',
    within: 'pollRefunds',
    change:
      'operand: page.length < PAGE || asked === before || Date.now() >= until → page.length < PAGE || asked === before',
    why: 'The next page then asks about nobody, which ends it.',
  },
  {
    file: 'cloudfunctions/_shared/refunds/poll.ts',
    within: 'pollRefunds',
    change: 'boundary: Date.now() >= until → Date.now() > until',
    why: 'The next page then asks about nobody, which ends it.',
  },
  {
    file: 'cloudfunctions/_shared/refunds/poll.ts',
    within: 'pollRefunds',
    change: 'operand: page.length < PAGE || asked === before → asked === before',
    why: 'One more page is read, of nobody, which ends it.',
  },
  {
    file: 'cloudfunctions/_shared/refunds/process.ts',
    within: 'WHOLE',
    change: 'property: allowPartial: true → left out',
    why: 'All that is left is no part of it.',
  },
  {
    file: 'cloudfunctions/_shared/refunds/process.ts',
    within: 'WHOLE',
    change: 'property: lines: [] → left out',
    why: 'A refund that names no items reads no lines.',
  },
  {
    file: 'cloudfunctions/_shared/refunds/process.ts',
    within: 'WHOLE',
    change: 'value: true → false',
    why: 'All that is left is no part of it.',
  },
  {
    file: 'cloudfunctions/_shared/refunds/refunds.ts',
    within: 'obstacleTo',
    change: 'operand: time ?? 0 → time',
    why: 'Now less null is as long ago as now less 0.',
  },
  {
    file: 'cloudfunctions/_shared/refunds/refunds.ts',
    within: 'isInFlight',
    change: 'operand: inFlightUntil !== null && inFlightUntil > now → inFlightUntil > now',
    why: 'Null is not above any time.',
  },
  {
    file: 'cloudfunctions/_shared/refunds/row.ts',
    within: 'rowOf',
    change: 'property: clawedBack: null → left out',
    why: 'What is taken with it is stored over it.',
  },
  {
    file: 'cloudfunctions/_shared/refunds/submit.ts',
    within: 'fits',
    change: 'condition: items.length === 0 → false',
    why: 'No items fit everywhere; it only spares a read.',
  },
  {
    file: 'cloudfunctions/_shared/tasks/photos.ts',
    within: 'checkPhotos',
    change: 'operand: input.minSide != null && side < input.minSide → side < input.minSide',
    why: 'No side is below null.',
  },
  {
    file: 'cloudfunctions/_shared/tasks/places.ts',
    within: 'MOST_SLOTS',
    change: 'number: 1_000 → 2000',
    why: 'Both are more than any installation has.',
  },
  {
    file: 'cloudfunctions/_shared/tasks/places.ts',
    within: 'overCap',
    change: 'condition: capped.length === 0 → false',
    why: 'Of no ids nothing is found; it only saves a request.',
  },
  {
    file: 'cloudfunctions/_shared/tasks/places.ts',
    within: 'overCap',
    change: 'operand: spent.get(`${_id}_${dayOf(now)}`) ?? 0 → spent.get(`${_id}_${dayOf(now)}`)',
    why: 'A limit is at least 1, and neither 0 nor undefined is at or above it.',
  },
  {
    file: 'cloudfunctions/_shared/tasks/places.ts',
    within: 'slotsForAll',
    change: 'boundary: a._id < b._id → a._id <= b._id',
    why: 'No two keys have one id.',
  },
  {
    file: 'cloudfunctions/_shared/tasks/plan.ts',
    within: 'isEmpty',
    change: 'operand: Array.isArray(value) && value.length === 0 → value.length === 0',
    why: 'Of what has a length, only an empty list is left here: the empty text is named before.',
  },
  {
    file: 'cloudfunctions/_shared/tasks/queue.ts',
    within: 'waitingIn',
    change: "property: sort: [['rank', 'asc']] → left out",
    why: 'The local platform reads by an index that has this order; CloudBase promises none.',
  },
  {
    file: 'cloudfunctions/_shared/tasks/queue.ts',
    within: 'waitingIn',
    change: "value: 'rank' → 'asc'",
    why: 'No task has such a field, so they come in the order of the index, as above.',
  },
  {
    file: 'cloudfunctions/_shared/tasks/rank.ts',
    within: 'inLane',
    change: 'boundary: _.gte(digitOf[lane]) → _.gt(digitOf[lane])',
    why: 'No rank is the digit of its lane alone.',
  },
  {
    file: 'cloudfunctions/_shared/tasks/rank.ts',
    within: 'inLane',
    change:
      'boundary: _.lt(String(Number(digitOf[lane]) + 1)) → _.lte(String(Number(digitOf[lane]) + 1))',
    why: 'No rank is the digit of a lane alone.',
  },
  {
    file: 'cloudfunctions/_shared/tasks/rank.ts',
    within: 'nextTurn',
    change: 'property: limit: 1 → left out',
    why: 'The first one is taken; of the others it only reads more.',
  },
  {
    file: 'cloudfunctions/_shared/tasks/slots.ts',
    within: 'MOST_SLOTS',
    change: 'number: 1_000 → 2000',
    why: 'Both are more than any installation has.',
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

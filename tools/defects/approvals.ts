import type { Defect } from './defect.ts';

const approvals = 'tests/functions/admins/approvals.test.ts';

export const approvalDefects: Defect[] = [
  {
    says: 'One approves the own request.',
    file: 'cloudfunctions/adminOrder/approvals.ts',
    find: '  if (approval.askedById === (await context.admin())._id)\n    throw stateNotAllowed(approvalSentences.own);\n',
    replace: '',
    caughtBy: approvals,
    title: 'is never the one who asks',
  },
  {
    says: 'A request is decided as often as it is asked for.',
    file: 'cloudfunctions/_shared/approvals/close.ts',
    find: "  mustWait(before, status === 'expired' ? before.expireTime - 1 : now);\n",
    replace: '',
    caughtBy: approvals,
    title: 'is paid once however many approve and decline at once',
  },
  {
    says: 'Two with limits approve for each other what is above them.',
    file: 'cloudfunctions/adminOrder/approvals.ts',
    find: 'return refundWithin(context, { order: before, amountFen }, send, refuse);',
    replace: 'return refundWithin(context, { order: before, amountFen }, send, send);',
    caughtBy: approvals,
    title: 'no two approve for each other above their limits',
  },
  {
    says: 'A refund that waits is due like any other.',
    file: 'cloudfunctions/_shared/refunds/create.ts',
    find: 'const row = aboveLimit ? { ...made, ...unsent } : made;',
    replace:
      "const row = aboveLimit ? { ...made, approval: 'waiting' as const, turn: null } : made;",
    caughtBy: approvals,
    title: 'waits with its money reserved, is not sent meanwhile',
  },
  {
    says: 'A worker takes a compensation that waits.',
    file: 'cloudfunctions/adminCompensation/index.ts',
    find: "{ approval: 'waiting', claimUntil: NEVER }",
    replace: "{ approval: 'waiting', claimUntil: 0 }",
    caughtBy: approvals,
    title: 'waits, is begun by no worker',
  },
  {
    says: 'What was reserved stays so when a request is declined.',
    file: 'cloudfunctions/_shared/work/endRequest.ts',
    find: '      await endSubject[kind](transaction, closed, by);\n',
    replace: '',
    caughtBy: approvals,
    title: 'gives everything back when it is declined',
  },
  {
    says: 'What is above a limit goes on as if it were not.',
    file: 'cloudfunctions/_shared/refunds/withinLimits.ts',
    find: '  if (limit) return above(limit);\n',
    replace: '',
    caughtBy: approvals,
    title: 'waits with its money reserved, is not sent meanwhile',
  },
  {
    says: 'Sending a released refund again passes the limit.',
    file: 'cloudfunctions/_shared/refunds/withinLimits.ts',
    find: '  if (limit) throw forbidden(limit);\n',
    replace: '',
    caughtBy: approvals,
    title: 'is not reached by sending again what was refused before others were refunded',
  },
];

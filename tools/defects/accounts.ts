import type { Defect } from './defect.ts';

const pastAccounts = 'tests/functions/users/pastAccounts.test.ts';
const userRules = 'tests/functions/users/userRules.test.ts';
const visitorLimits = 'tests/functions/users/visitorLimits.test.ts';
const addressLimits = 'tests/functions/users/visitorLimits.rest.test.ts';

const closing = 'cloudfunctions/_shared/accounts/closing.ts';
const visitorUser = 'cloudfunctions/_shared/users/visitorUser.ts';
const dispatcher = 'cloudfunctions/_shared/base/dispatcher.ts';

/** Accounts that end and begin, and the limits of visitors. */
export const accounts: Defect[] = [
  {
    says: 'A past account is kept for ever.',
    file: 'cloudfunctions/_shared/users/pastAccounts.ts',
    find: '!past.isOpening && past.expireTime > now',
    replace: '!past.isOpening',
    caughtBy: pastAccounts,
    title: 'for as many days',
  },
  {
    says: 'A debt ends with the account.',
    file: closing,
    find: 'owed: await owedBy(transaction, before),',
    replace: 'owed: { paid: 0, gift: 0 },',
    caughtBy: userRules,
    title: 'has the limits and debts of before',
  },
  {
    says: 'What unfinished tasks hold is owed.',
    file: closing,
    find: '-(gift + held.gift)',
    replace: '-gift',
    caughtBy: pastAccounts,
    title: 'unfinished task still held',
  },
  {
    says: 'Packages bought before a deletion do not count.',
    file: 'cloudfunctions/appOrder/createOrder.ts',
    find: 'if (before + (await had) >=',
    replace: 'if ((await had) >=',
    caughtBy: pastAccounts,
    title: 'sold once to each',
  },
  {
    says: 'Packages bought two accounts ago do not count.',
    file: closing,
    find: 'const bought = { ...boughtBefore };',
    replace: 'const bought: typeof boughtBefore = {};',
    caughtBy: pastAccounts,
    title: 'sold once to each',
  },
  {
    says: 'An order is placed for an account that is being deleted.',
    file: 'cloudfunctions/appOrder/createOrder.ts',
    find: 'await stillAdmitted(user), offered',
    replace: 'user, offered',
    caughtBy: pastAccounts,
    title: 'and a order that is stored just after it',
  },
  {
    says: 'A deletion overlooks an order that is placed meanwhile.',
    file: closing,
    find: 'await refuseWhileOpen(seen);\n    return boughtBy(seen);',
    replace: 'return boughtBy(seen);',
    caughtBy: pastAccounts,
    title: 'is placed in the moment before it',
  },
  {
    says: 'A picture begins for an account that is being deleted.',
    file: 'cloudfunctions/_shared/tasks/create.ts',
    find: '  admitted(user);\n',
    replace: '',
    caughtBy: pastAccounts,
    title: 'and a picture that is stored just after it',
  },
  {
    says: 'A deletion that is cut off is never completed.',
    file: closing,
    find: '      closingTime: now,\n',
    replace: '      closingTime: null,\n',
    caughtBy: pastAccounts,
    title: 'that is cut off',
  },
  {
    says: 'The worker ends tasks of a user whose ban was lifted.',
    file: closing,
    find: "  if (status === 'normal') return user;\n",
    replace: '',
    caughtBy: pastAccounts,
    title: 'that was lifted meanwhile',
  },
  {
    says: 'What a deleted user has paid for is granted to nobody.',
    file: 'cloudfunctions/_shared/orders/fulfil.ts',
    find: "if (!user || user.status === 'deleted')",
    replace: 'if (!user)',
    caughtBy: pastAccounts,
    title: 'administrators are alerted',
  },
  {
    says: 'A glance makes an account.',
    file: 'cloudfunctions/appUser/index.ts',
    find: '      visitorSeen(context),\n      feedback.count(',
    replace: '      visitorUser(context),\n      feedback.count(',
    caughtBy: visitorLimits,
    title: 'writes nothing for a visitor who is new',
  },
  {
    says: 'The limit of visitors stands beside the work.',
    file: dispatcher,
    find: '  if (!session) await guard;\n',
    replace: '',
    caughtBy: visitorLimits,
    title: 'before anything else is asked',
  },
  {
    says: 'Invented tokens are looked up without limit.',
    file: dispatcher,
    find: '  if (!customUserId) await limitPublicCalls(ip);\n',
    replace: '',
    caughtBy: visitorLimits,
    title: 'invented tokens',
  },
  {
    says: 'Each address of a network of IPv6 has limits of its own.',
    file: 'cloudfunctions/_shared/base/network.ts',
    find: 'if (!isIPv6(ip)) return ip;',
    replace: 'if (isIPv6(ip) || !isIPv6(ip)) return ip;',
    caughtBy: addressLimits,
    title: 'one network of IPv6',
  },
  {
    says: 'A gift is shown that will not be given.',
    file: visitorUser,
    find: 'const gift = past || isUsedUp ? 0 :',
    replace: 'const gift = past ? 0 :',
    caughtBy: addressLimits,
    title: 'nobody is shown one',
  },
  {
    says: 'What was bought while a deletion waited for its turn can be bought once more.',
    file: 'cloudfunctions/_shared/accounts/closing.ts',
    find: 'bought = await look();',
    replace: 'await look();',
    caughtBy: pastAccounts,
    title: 'in the moment before the account was deleted',
  },
  {
    says: 'A call that was under way gets the gift again after its account was deleted.',
    file: 'cloudfunctions/_shared/users/pastAccounts.ts',
    find: "else await transaction.insert('pastAccounts', { _id: id, ...mark });",
    replace: '',
    caughtBy: pastAccounts,
    title: 'by a call that was under way',
  },
];

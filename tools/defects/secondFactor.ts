import type { Defect } from './defect.ts';

const tests = 'tests/functions/admins/secondFactor.test.ts';
const store = 'cloudfunctions/_shared/admins/factors.ts';
const factorCodes = 'cloudfunctions/_shared/admins/factorCodes.ts';
const challenge = 'cloudfunctions/adminAuth/challenge.ts';
const asked = 'cloudfunctions/_shared/base/askedFactor.ts';

/** What a password alone must not reach. */
export const secondFactorDefects: Defect[] = [
  {
    says: 'A caller with the password may try any number of codes.',
    file: 'cloudfunctions/_shared/admins/passwordAttempt.ts',
    find: 'if (!(await takeAttempt(id))) return null;',
    replace: '',
    caughtBy: tests,
    title: 'with one challenge or many',
  },
  {
    says: 'Codes are counted for each address.',
    file: 'cloudfunctions/_shared/admins/passwordAttempt.ts',
    find: "knownIps.includes(ip) ? networkOf(ip) : ''",
    replace: 'knownIps.length > -1 ? networkOf(ip) : networkOf(ip)',
    caughtBy: tests,
    title: 'from any number of unknown addresses',
  },
  {
    says: 'A code that was read over a shoulder is good once more.',
    file: factorCodes,
    find: 'lastPeriod: _.lt(period)',
    replace: 'lastPeriod: _.gte(0)',
    caughtBy: tests,
    title: 'takes a code once',
  },
  {
    says: 'A recovery code is never used up.',
    file: factorCodes,
    find: '{ recovery: _.pull(recovery) }',
    replace: '{ pendingUntil: 0 }',
    caughtBy: tests,
    title: 'takes each recovery code once',
  },
  {
    says: 'A remembered device outlives the password.',
    file: store,
    find: 'device.epoch === admin.sessionEpoch &&',
    replace: '',
    caughtBy: tests,
    title: 'ends with another password',
  },
  {
    says: 'A remembered device outlives the role.',
    file: store,
    find: 'device.role === admin.role',
    replace: "device.role !== ''",
    caughtBy: tests,
    title: 'ends with another role',
  },
  {
    says: 'A challenge signs in more than once.',
    file: challenge,
    find: 'challenges.remove(idOf(challenge))',
    replace: 'Promise.resolve(challenge.length > 0)',
    caughtBy: tests,
    title: 'uses a challenge once',
  },
  {
    says: 'A challenge outlives the password.',
    file: challenge,
    find: '&& admin.sessionEpoch === found.epoch',
    replace: '',
    caughtBy: tests,
    title: 'ends a challenge with another password',
  },
  {
    says: 'A stolen session shows secrets.',
    file: asked,
    find: 'if (!isFresh || ',
    replace: 'if (!isFresh && ',
    caughtBy: tests,
    title: 'asks for the code again ten minutes',
  },
  {
    says: 'A role that must have a second factor works without.',
    file: asked,
    find: 'if (!withOneTimePassword && !withoutFactor)',
    replace: 'if (!withOneTimePassword && withoutFactor)',
    caughtBy: 'tests/functions/admins/requiredFactor.test.ts',
    title: 'reaches nothing else until',
  },
];

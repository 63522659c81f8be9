import type { Defect } from './defect.ts';

const quick = 'tests/deploy/doctor.test.ts';
const deep = 'tests/deploy/doctor.deep.test.ts';

const site = 'scripts/doctor/site.ts';

/** What the doctor takes for good, and where it ends. */
export const doctor: Defect[] = [
  {
    says: 'What the probe has made for its questions stays in the environment.',
    file: 'scripts/doctor/probe/trialCollection.ts',
    find: 'await deleteOne(cloud, name).catch(',
    replace: 'await Promise.resolve().catch(',
    caughtBy: 'tests/deploy/probe.rest.test.ts',
    title: 'nothing is left in it',
  },
  {
    says: 'The probe takes every refused write for a duplicate.',
    file: 'scripts/doctor/probe/database.ts',
    find: "isDuplicate(error) ? 'known' : 'UNKNOWN'",
    replace: "error ? 'known' : 'UNKNOWN'",
    caughtBy: 'tests/deploy/probe.rest.test.ts',
    title: 'answers otherwise',
  },
  {
    says: 'The doctor takes the answer of another server for that of the function.',
    file: site,
    find: 'refusals[callback]?.test(`${status} ${await response.text()}`)',
    replace: 'status < 500',
    caughtBy: quick,
    title: 'another server',
  },
  {
    says: 'The doctor follows a redirection to an answer of another address.',
    file: site,
    find: "        redirect: 'manual',\n",
    replace: '',
    caughtBy: quick,
    title: 'redirection',
  },
  {
    says: 'The doctor takes a header with any value.',
    file: site,
    find: 'sent !== null && isAsDeclared(name, sent, declared)',
    replace: 'sent !== null',
    caughtBy: quick,
    title: 'another value',
  },
  {
    says: 'The doctor sends what a person has to do to the deployment.',
    file: 'scripts/doctor/declared.ts',
    find: 'changes.length > 0 ?',
    replace: 'different.length > 0 ?',
    caughtBy: quick,
    title: 'what a person has to do',
  },
  {
    says: 'The doctor ends at a key that cannot be decrypted.',
    file: 'scripts/doctor/services.ts',
    find: 'await accountStatus(accessOf(key));\n    } catch {',
    replace:
      'await accountStatus(accessOf(key));\n    } catch (error) {\n      if (damaged.includes(key)) throw error;',
    caughtBy: deep,
    title: 'goes on',
  },
  {
    says: "The doctor overlooks WeChat's refusal after an earlier success.",
    file: 'scripts/doctor/weChat.ts',
    find: 'accepted > refused',
    replace: 'accepted > 0',
    caughtBy: deep,
    title: "on WeChat's list",
  },
];

/**
 * `npm run admin -- list | create | disable | enable | set-role | reset-password | reset-second-factor | end-sessions`:
 * administrators from the command line, here or with `--env` in the cloud, by the rules of the page 管理员 and with its
 * audit rows. For operators of the service: the credentials that open its database are enough, no administrator needs to
 * be left.
 */
import { ONE_TIME_PASSWORD_DAYS } from '#contract/constants.ts';
import { shanghaiTime } from '#contract/shanghai.ts';
import type { Listed, WithPassword } from './admin/administrators.ts';
import { type Command, readCommand, usage, WrongUse } from './admin/arguments.ts';
import { openEnvironment, useServerSdk } from './shared/environment.ts';
import { readSecret } from './shared/readSecret.ts';
import { asTable } from './shared/table.ts';

const main = async (): Promise<string> => {
  const command = readCommand(process.argv.slice(2), process.stdout.isTTY);
  if (!command) return usage;
  const password = command.passwordStdin ? await readSecret('Password') : undefined;
  const environment = await openEnvironment(command);
  useServerSdk(environment);
  try {
    return await carryOut(command, password);
  } finally {
    await environment.close();
  }
};

/** @returns what is printed */
const carryOut = async ({ verb, username, nickname, role, json }: Command, password?: string) => {
  // Loaded here, because the server SDK and the functions read the environment when they load.
  const administrators = await import('./admin/administrators.ts');
  switch (verb) {
    case 'list': {
      const all = await administrators.listAdministrators();
      return json ? JSON.stringify(all, null, 2) : table(all);
    }
    case 'create':
      return ready(
        await administrators.createAdministrator({ username, nickName: nickname, role }, password),
      );
    case 'reset-password':
      return ready(await administrators.resetPassword(username, password));
    case 'disable': {
      const changed = await administrators.disableAdministrator(username);
      return `${username} ${changed ? 'is disabled; every session has ended.' : 'was disabled already.'}`;
    }
    case 'enable': {
      const changed = await administrators.enableAdministrator(username);
      return `${username} ${changed ? 'can sign in again.' : 'was active already.'}`;
    }
    case 'set-role': {
      const changed = await administrators.setRole(username, role);
      return `${username} ${changed ? 'has the role now.' : 'had the role already.'}`;
    }
    case 'reset-second-factor': {
      const changed = await administrators.resetSecondFactor(username);
      return changed
        ? `${username} signs in with the password alone now; every session has ended.`
        : `${username} has no second factor.`;
    }
    case 'end-sessions':
      await administrators.endAllSessions(username);
      return `Every session of ${username} has ended.`;
  }
};

const ready = ({ username, oneTimePassword }: WithPassword) =>
  `${username} can sign in now.` +
  (oneTimePassword
    ? `\nOne-time password, valid for ${ONE_TIME_PASSWORD_DAYS} days, to be changed at the first sign-in:\n${oneTimePassword}`
    : '');

const timeOf = (iso: string) => shanghaiTime(Date.parse(iso)).slice(0, 16);

const stateOf = ({ status, oneTimePasswordUntil: until }: Listed) => {
  if (status !== 'active' || !until) return status;
  return Date.parse(until) > Date.now() ? 'one-time password' : 'password expired';
};

/** Names of people last: their characters differ in width. */
const table = (all: Listed[]) => {
  const rows = [
    ['USERNAME', 'ROLE', 'STATE', 'LAST SIGN-IN', '2ND FACTOR', 'SESSIONS', 'NAME'],
    ...all.map(one => [
      one.username,
      one.role,
      stateOf(one),
      one.lastSignIn ? timeOf(one.lastSignIn) : 'never',
      one.hasSecondFactor ? 'on' : 'off',
      String(one.openSessions),
      one.nickName,
    ]),
  ];
  return asTable(rows);
};

/** A refusal's sentences are printed beside their fields. */
const reasonOf = (error: unknown): string => {
  if (error instanceof WrongUse) return `${error.message}\n\n${usage}`;
  const fields = (error as { data?: { fields?: Record<string, string> } } | null)?.data?.fields;
  if (fields)
    return Object.entries(fields)
      .map(([field, why]) => `${field}: ${why}`)
      .join('\n');
  if (!(error instanceof Error)) return String(error);
  // The platform's words about a signature do not say what to do.
  const code = String((error as { code?: unknown }).code);
  if (code === 'SIGN_EXPIRED')
    return 'The environment refuses the time of this request: set the clock of this machine.';
  return /^(SIGN|INVALID_CREDENTIALS)/.test(code)
    ? `The environment refuses these keys: they are another one's, or no longer valid (${code}).`
    : error.message;
};

main().then(
  text => {
    // The SDK keeps its connections open.
    process.stdout.write(`${text}\n`, () => process.exit(0));
  },
  (error: unknown) => {
    process.stderr.write(`${reasonOf(error)}\n`, () => process.exit(1));
  },
);

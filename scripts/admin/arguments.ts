import { parseArgs } from 'node:util';
import { FULL_ROLE } from '#contract/constants.ts';
import { environmentOptions, type EnvironmentValues } from '../shared/environment.ts';

export const usage = `npm run admin -- list [--json]
npm run admin -- create NAME [--nickname TEXT] [--role ROLE] [--print | --password-stdin]
npm run admin -- disable NAME
npm run admin -- enable NAME
npm run admin -- set-role NAME --role ROLE
npm run admin -- reset-password NAME [--print | --password-stdin]
npm run admin -- reset-second-factor NAME
npm run admin -- end-sessions NAME

  --role ROLE       id or name of a role (admin: all rights)
  --print           write the one-time password even where standard output is no terminal
  --password-stdin  take the password from standard input; it is kept, instead of a one-time password
  --env ENV_ID [--endpoint URL] [--region R]   of this environment
  --data DIR --port P                          of this machine's product (.data, 8080)`;

/** The command line says something that is not understood. */
export class WrongUse extends Error {}

/** Their own options. */
const verbs = {
  list: ['json'],
  create: ['nickname', 'role', 'print', 'password-stdin'],
  disable: [],
  enable: [],
  'set-role': ['role'],
  'reset-password': ['print', 'password-stdin'],
  'reset-second-factor': [],
  'end-sessions': [],
} as const satisfies Record<string, readonly string[]>;
type Verb = keyof typeof verbs;

export interface Command extends EnvironmentValues {
  verb: Verb;
  /** '' for a list. */
  username: string;
  nickname: string;
  role: string;
  json: boolean;
  passwordStdin: boolean;
}

/**
 * @param isTerminal whether standard output is one
 * @returns null where help is asked for
 * @throws {WrongUse}
 */
export const readCommand = (argv: string[], isTerminal: boolean): Command | null => {
  const { values, positionals } = parsed(argv);
  const { print, help, 'password-stdin': passwordStdin = false, ...others } = values;
  if (help) return null;
  const [verb = '', username = '', surplus] = positionals;
  if (!isVerb(verb)) throw new WrongUse(verb ? `There is no "${verb}".` : 'Say what to do.');
  const known: readonly string[] = [...verbs[verb], ...Object.keys(environmentOptions)];
  const foreign = Object.keys(values).find(name => !known.includes(name));
  if (foreign) throw new WrongUse(`"${verb}" has no --${foreign}.`);
  const tooMuch = verb === 'list' ? username : surplus;
  if (tooMuch) throw new WrongUse(`"${tooMuch}" is too much.`);
  if (verb !== 'list' && !username)
    throw new WrongUse(`"${verb}" needs the name of an administrator.`);
  if (print && passwordStdin) throw new WrongUse('A password that was given is not printed.');
  const makesPassword = known.includes('print') && !passwordStdin;
  if (makesPassword && !print && !isTerminal)
    throw new WrongUse(
      'Standard output is no terminal: --print writes the one-time password there, --password-stdin takes one.',
    );
  if (verb === 'set-role' && !values.role) throw new WrongUse('"set-role" needs --role.');
  return { nickname: '', role: FULL_ROLE, json: false, ...others, verb, username, passwordStdin };
};

const isVerb = (word: string): word is Verb => Object.hasOwn(verbs, word);

const parsed = (argv: string[]) => {
  try {
    return parseArgs({
      args: argv,
      allowPositionals: true,
      options: {
        json: { type: 'boolean' },
        nickname: { type: 'string' },
        role: { type: 'string' },
        print: { type: 'boolean' },
        'password-stdin': { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
        ...environmentOptions,
      },
    });
  } catch (error) {
    throw new WrongUse((error as Error).message);
  }
};

/**
 * `npm run backup -- --to DIR [--pictures] [--env ENV_ID [--endpoint URL]]`: see docs/backup.md.
 */
import { parseArgs } from 'node:util';
import { backUp } from './backup/backUp.ts';
import { describe } from './backup/checkBackup.ts';
import { missingLines } from './backup/pictures.ts';
import { openPlatform } from './backup/platform.ts';
import { runCommand } from './shared/command.ts';
import {
  type Environment,
  environmentOptions,
  openEnvironment,
  useServerSdk,
} from './shared/environment.ts';

const main = async (): Promise<number> => {
  const { values } = parseArgs({
    options: {
      to: { type: 'string' },
      pictures: { type: 'boolean', default: false },
      ...environmentOptions,
    },
  });
  const { to, pictures } = values;
  if (!to) throw new Error('--to is required: the directory that the backup is to be');
  const environment = await openEnvironment(values, { mustExist: true });
  useServerSdk(environment);
  try {
    const notKept = values.env === undefined ? [] : await readUnknown(environment);
    const options = { to, pictures, notKept, log: console.log };
    const manifest = await backUp(openPlatform(environment), options);
    console.log(`Kept ${describe(manifest)}.`);
    console.log(
      manifest.isOneMoment
        ? 'All collections are of one moment.'
        : 'Collections changed while they were read: they are of several moments.',
    );
    if (manifest.keys.length > 0)
      console.log(`Its secrets need ${manifest.keys.join(', ')}, which it does not hold.`);
    console.log(
      `${to} is personal data (people, addresses, password hashes): keep it encrypted, and from others.`,
    );
    if (manifest.pictures) for (const line of missingLines(manifest.pictures)) console.log(line);
    if (notKept.length === 0) return 0;
    console.error(
      `Not kept, because this checkout does not know them: ${notKept.join(', ')}. If a newer version has added them, make a backup with the checkout of that one; collections of other software belong in an environment of their own.`,
    );
    return 1;
  } finally {
    await environment.close();
  }
};

/** What runs in the cloud may be newer than this checkout. */
const readUnknown = async (environment: Environment) => {
  // Loaded here: it reads the environment when it loads, and takes memory.
  const { unknownCollections } = await import('./backup/unknownCollections.ts');
  return unknownCollections(environment);
};

runCommand(main);

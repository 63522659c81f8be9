/**
 * `npm run backup -- --to DIR [--pictures] [--env ENV_ID [--endpoint URL]]`: see docs/backup.md.
 */
import { parseArgs } from 'node:util';
import { backUp } from './backup/backUp.ts';
import { describe } from './backup/checkBackup.ts';
import { openPlatform } from './backup/platform.ts';
import { runCommand } from './command.ts';
import { environmentOptions, openEnvironment, useServerSdk } from './environment.ts';

const main = async () => {
  const { values } = parseArgs({
    options: {
      to: { type: 'string' },
      pictures: { type: 'boolean', default: false },
      ...environmentOptions,
    },
  });
  const { to, pictures } = values;
  if (!to) throw new Error('--to is required: the directory that the backup is to be');
  const environment = await openEnvironment(values);
  useServerSdk(environment);
  try {
    const manifest = await backUp(openPlatform(environment), { to, pictures, log: console.log });
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
  } finally {
    await environment.close();
  }
};

runCommand(main);

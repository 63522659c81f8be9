/**
 * `npm run restore -- --from DIR [--pictures] [--yes] [--env ENV_ID [--endpoint URL]]`, and `--check` for the backup alone:
 * see docs/backup.md.
 */
import { parseArgs } from 'node:util';
import { checkBackup } from './backup/checkBackup.ts';
import { openPlatform } from './backup/platform.ts';
import { restore } from './backup/restore.ts';
import { askYes, runCommand } from './shared/command.ts';
import { environmentOptions, openEnvironment, useServerSdk } from './shared/environment.ts';

const main = async () => {
  const { values } = parseArgs({
    options: {
      from: { type: 'string' },
      pictures: { type: 'boolean', default: false },
      yes: { type: 'boolean', default: false },
      check: { type: 'boolean', default: false },
      ...environmentOptions,
    },
  });
  const { from, pictures, yes, check } = values;
  const { log } = console;
  if (!from) throw new Error('--from is required: the directory of the backup');
  if (check) return void (await checkBackup(from, log));
  const environment = await openEnvironment(values);
  useServerSdk(environment);
  try {
    const confirm = yes ? () => Promise.resolve(true) : ask;
    const isDone = await restore(openPlatform(environment), { from, pictures, confirm, log });
    if (!isDone) log('Nothing was written.');
  } finally {
    await environment.close();
  }
};

const ask = (question: string) => askYes(question, 'say --yes');

runCommand(main);

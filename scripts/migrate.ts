/**
 * `npm run migrate -- [--plan] [--env ENV_ID [--endpoint URL] [--live]]`
 * Brings stored data to the shape that this version writes (docs/migrations.md); `npm run deploy` does so by itself.
 * `--plan` only says what there is to do, and which sampled records this version would show as damaged. With `--live` the
 * functions of that environment are of this version already, as after restoring an older backup. Of this machine's
 * product that is so while it is stopped; one that is running may be of the version before.
 */
import { parseArgs } from 'node:util';
import { runCommand } from './shared/command.ts';
import { environmentOptions, openEnvironment, useServerSdk } from './shared/environment.ts';

const main = async () => {
  const { values } = parseArgs({
    options: {
      plan: { type: 'boolean', default: false },
      live: { type: 'boolean', default: false },
      ...environmentOptions,
    },
  });
  const environment = await openEnvironment(values);
  useServerSdk(environment);
  try {
    // Loaded here, because the server SDK and the functions read the environment when they load.
    const { pendingMigrations, runMigrations } = await import('./migrations/run.ts');
    const { brokenRecords } = await import('./migrations/brokenRecords.ts');
    const pending = await pendingMigrations();
    if (pending.length === 0) console.log('The stored data are of this version.');
    for (const { id, sentence, isBegun } of pending)
      console.log(`${id}${isBegun ? ' (begun)' : ''}: ${sentence}`);
    for (const { collection, id, field, why } of await brokenRecords())
      console.log(`${collection} ${id}: ${field} ${why}`);
    if (values.plan) return;
    const isLive = values.live || environment.isAlone;
    const removing = pending.filter(({ kind }) => kind === 'removes');
    if (!isLive && removing.length > 0)
      throw new Error(
        `${removing.map(({ id }) => id).join(', ')} removes what the version that is serving may read: leave it to the deployment`,
      );
    await runMigrations({ log: line => console.log(line), ...(isLive && { liveSince: 0 }) });
    if (!isLive && pending.length > 0)
      console.log(
        `They are repeated by ${values.env ? 'the deployment' : 'the next npm start'}, for what the version before stores until then.`,
      );
  } finally {
    await environment.close();
  }
};

runCommand(main);

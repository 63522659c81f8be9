/**
 * `npm run doctor -- --env ENV_ID [--region R] [--endpoint URL]`
 * Asks a running environment whether all is as the version in use declares it, and whether what it depends on answers.
 * It changes nothing. Each answer that is not good says what to do; the exit code is 1 if there is one.
 */
import { parseArgs } from 'node:util';
import { runCommand } from './command.ts';
import { onCloud } from './deploy/onCloud.ts';
import { environmentOptions } from './environment.ts';

const marks = (ok: boolean | null) => (ok === null ? '?' : ok ? '✓' : '✗');

const main = async (): Promise<number> => {
  const { values } = parseArgs({ options: environmentOptions });
  if (!values.env) throw new Error('npm run doctor -- --env ENV_ID [--region ap-shanghai]');
  return onCloud(values, async cloud => {
    const { openInUse } = await import('./deploy/deployment.ts');
    const deployment = await openInUse(cloud);
    // The services are asked as the functions ask them, whose modules read these when they load.
    for (const { name, variables } of deployment.release.functions)
      Object.assign(process.env, deployment.variables.of({ name, variables }));
    const { examine } = await import('./doctor/run.ts');
    let faults = 0;
    await examine(deployment, ({ question, ok, found, advice }) => {
      console.log(`${marks(ok)} ${question} ${found}${advice ? `\n    → ${advice}` : ''}`);
      if (ok === false) faults += 1;
    });
    console.log(faults === 0 ? 'Nothing to mend.' : `${faults} to mend.`);
    return faults === 0 ? 0 : 1;
  });
};

runCommand(main);

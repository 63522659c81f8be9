/**
 * `npm run doctor -- --env ENV_ID [--region R] [--endpoint URL]`
 * Asks a running environment whether all is as the version in use declares it, and whether what it depends on answers.
 * It changes nothing. Each answer that is not good says what to do; the exit code is 1 if there is one.
 *
 * With `--probe` it asks what documents leave open instead, makes collections `probe_…` for it, which it deletes again, and
 * prints the tables of `docs/first-deployment.md` filled in. Where there are orders, only with `--yes`.
 */
import { parseArgs } from 'node:util';
import type { Cloud } from './deploy/cloud.ts';
import type { Deployment } from './deploy/deployment.ts';
import { onCloud } from './deploy/onCloud.ts';
import { runCommand } from './shared/command.ts';
import { environmentOptions } from './shared/environment.ts';

const marks = (ok: boolean | null) => (ok === null ? '?' : ok ? '✓' : '✗');

const main = async (): Promise<number> => {
  const { values } = parseArgs({
    options: {
      ...environmentOptions,
      probe: { type: 'boolean', default: false },
      // Where there are orders.
      yes: { type: 'boolean', default: false },
    },
  });
  if (!values.env)
    throw new Error('npm run doctor -- --env ENV_ID [--region ap-shanghai] [--probe [--yes]]');
  return onCloud(values, async cloud => {
    if (values.probe) return probeAll(cloud, values.yes);
    const { openInUse } = await import('./deploy/deployment.ts');
    const deployment = withVariables(await openInUse(cloud));
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

/** The services are asked as the functions ask them, whose modules read these when they load. */
const withVariables = (deployment: Deployment): Deployment => {
  for (const { name, variables } of deployment.release.functions)
    Object.assign(process.env, deployment.variables.of({ name, variables }));
  return deployment;
};

/** @param isMeant whether also an environment that has orders is asked */
const probeAll = async (cloud: Cloud, isMeant: boolean): Promise<number> => {
  const { openInUse } = await import('./deploy/deployment.ts');
  const inUse = await openInUse(cloud).then(withVariables, (error: unknown) => error as Error);
  const [{ hasOrders, probe }, { filledIn }] = await Promise.all([
    import('./doctor/probe/run.ts'),
    import('./doctor/probe/page.ts'),
  ]);
  // Where that cannot be asked, it is taken for one that has some.
  const isSelling = await hasOrders().catch(() => true);
  if (isSelling && !isMeant)
    throw new Error(
      `${cloud.envId} has orders, or does not say so: the questions load its database for some minutes. Ask an environment made for it, or run this with --yes.`,
    );
  const found = await probe({
    cloud,
    hasOrders: isSelling,
    open: () => (inUse instanceof Error ? Promise.reject(inUse) : Promise.resolve(inUse)),
    report: (question, answer) => console.log(`${question} ${answer}`),
  });
  console.log(filledIn(found));
  return 0;
};

runCommand(main);

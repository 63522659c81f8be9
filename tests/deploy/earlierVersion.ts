import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { getObject, putObject } from '../../scripts/deploy/bucket.ts';
import { readFacts } from '../../scripts/deploy/facts.ts';
import { type Release, type ReleasedFunction, zippedFolder } from '../../scripts/deploy/release.ts';
import { archive, type Versions } from '../../scripts/deploy/versions.ts';
import type { VersionBefore } from '../product/versionBefore.ts';
import type { DeployedEnvironment } from './environment.ts';

const INDEX = 'deployments/versions.json';
const EARLIER = 'e'.repeat(12);

/** Every function of that version gets all of its secrets. */
const VARIABLES = ['APP_KEK_1', 'CUSTOM_LOGIN_KEY', 'VOD_SECRET_ID', 'VOD_SECRET_KEY'];

/** As that version declared its functions, with one path for each at most. */
const functionsOf = ({ config, functionsDir }: VersionBefore): ReleasedFunction[] =>
  Object.entries(config.functions).map(([name, { rule, memory, timeout, timers = [], http }]) => {
    const folder = path.join(functionsDir, name);
    return {
      name,
      rule: rule ?? false,
      memory: memory ?? 256,
      timeout: timeout ?? 10,
      variables: VARIABLES,
      timers: timers.map(({ name: timer, config: cron }) => ({ name: timer, config: cron })),
      ...(http && { http: [http] }),
      installs:
        existsSync(path.join(folder, 'package.json')) &&
        /"dependencies"/.test(readFileSync(path.join(folder, 'package.json'), 'utf8')),
      code: zippedFolder(folder),
    };
  });

/**
 * An environment that has deployed today's version remembers this one as deployed before it, with its functions and
 * today's pages: a rollback puts it in use.
 * @returns the names of its functions
 */
export const rememberEarlier = async (
  { cloud }: DeployedEnvironment,
  before: VersionBefore,
): Promise<string[]> => {
  const facts = await readFacts(cloud);
  const bucket = { name: facts.bucket, region: facts.region };
  const versions = JSON.parse((await getObject(cloud, bucket, INDEX))!.toString()) as Versions;
  const [current] = versions.kept;
  const declared = functionsOf(before);
  await archive(cloud, facts, { version: EARLIER, functions: declared, site: [] } as Release);
  versions.kept.push({
    ...current!,
    version: EARLIER,
    deployTime: current!.deployTime - 60_000,
    migrations: [...before.migrations],
    functions: declared.map(({ code: { hash }, ...one }) => ({ ...one, hash })),
  });
  await putObject(cloud, bucket, INDEX, Buffer.from(JSON.stringify(versions)), {
    type: 'application/json',
  });
  return declared.map(({ name }) => name);
};

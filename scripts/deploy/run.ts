import { app } from '#cloudfunctions/_shared/base/cloud.ts';
import { missingNow } from '#cloudfunctions/_shared/legal/published.ts';
import { forbiddenSales } from '#cloudfunctions/_shared/orders/virtualFaults.ts';
import { collections } from '#contract/collections.ts';
import { createFirstAdministrator } from '../admin/administrators.ts';
import { RUNTIMES } from '../build/platform.ts';
import { migrationIds } from '../migrations/list.ts';
import { refusalOfRollback } from '../migrations/rollback.ts';
import { productVersion } from '../shared/productVersion.ts';
import { carryOut, changesOf, describe, manualIn, planAll } from './carryOut.ts';
import { findFaults } from './checks.ts';
import type { Cloud } from './cloud.ts';
import { type Deployment, type DeploymentOptions, openDeployment } from './deployment.ts';
import { readFacts } from './facts.ts';
import { functionsNow } from './functions.ts';
import { deploymentLock, type Lock, LOCKS } from './lock.ts';
import type { Part } from './part.ts';
import { accessPart } from './parts/access.ts';
import { administratorPart } from './parts/administrator.ts';
import { bucketCorsPart } from './parts/bucketCors.ts';
import { byHandPart } from './parts/byHand.ts';
import { collectionsPart, createCollection } from './parts/collections.ts';
import { domainsPart } from './parts/domains.ts';
import { foundation } from './parts/foundation.ts';
import { functionRulesPart } from './parts/functionRules.ts';
import { functionsPart, removedFunctionsPart } from './parts/functions.ts';
import { gatewayBackPart, gatewayPart } from './parts/gateway.ts';
import { httpPathsPart } from './parts/httpPaths.ts';
import { migrationsAfterPart, migrationsPart, newerMigrationsPart } from './parts/migrations.ts';
import { oldIndexesPart } from './parts/oldIndexes.ts';
import { archivePart, beginPart, recordPart } from './parts/record.ts';
import { secretsPart } from './parts/secrets.ts';
import { sitePart } from './parts/site.ts';
import { timersPart } from './parts/timers.ts';
import { tryPermissions } from './permissions.ts';
import { hasAdministrator, storedData } from './storedData.ts';
import { readVersions, type Version, versionBefore } from './versions.ts';

/** As long as the worker may take. */
const SWEEP_MS = 65_000;

export interface DeployOptions extends Pick<
  DeploymentOptions,
  'built' | 'given' | 'gatewayWay' | 'domains' | 'dropIndexes'
> {
  cloud: Cloud;
  /** Only shows what would be done. */
  planOnly?: boolean;
  /** Returns functions and site to the version before. */
  rollback?: boolean;
  /** The operator reads the log, and it is not kept: the first administrator's password may stand in it. */
  mayPrintPassword: boolean;
  /** Asks for a secret that is missing; where it is absent, a missing secret ends the deployment. */
  askSecret?(name: string): Promise<string>;
  /** Asked once, after the plan was shown. */
  confirm(): Promise<boolean>;
  log(line: string): void;
}

export type Outcome = 'nothing to do' | 'planned' | 'refused' | 'not confirmed' | 'done';

/**
 * Deploys what is built here, or returns to the version before. The server SDK must point at the environment before
 * this is loaded (`useServerSdk`). Whatever ends it, running it again goes on from there.
 * @throws CloudError
 */
export const deploy = async (options: DeployOptions): Promise<Outcome> => {
  // First, because it says best what is wrong with keys, region or plan; the database would only refuse.
  const { status } = await readFacts(options.cloud);
  const lock = deploymentLock(options.log);
  try {
    if (!options.planOnly && status === 'NORMAL') await lock.take();
    return await run(options, lock);
  } finally {
    await lock.release();
  }
};

const run = async (options: DeployOptions, lock: Lock): Promise<Outcome> => {
  const { cloud, planOnly = false, rollback = false, confirm, log } = options;
  const shared = {
    ...(options.built && { built: options.built }),
    ...(options.gatewayWay && { gatewayWay: options.gatewayWay }),
    ...(options.domains && { domains: options.domains }),
    ...(options.dropIndexes && { dropIndexes: true }),
    given: { ...(options.given ?? process.env) },
  };
  const returnTo = rollback ? await versionToReturnTo(cloud) : undefined;
  const refusal = returnTo && (await refusalOfRollback(returnTo.migrations));
  if (refusal) throw new Error(refusal);
  const open = () =>
    openDeployment(cloud, { ...shared, ...(returnTo && { version: returnTo.version }) });
  // At once: whatever ends the deployment afterwards, the password is not made a second time.
  const printPassword = (username: string, password: string) => {
    log(`First administrator: ${username}  ${password}`);
    log('The password is shown this once and must be changed at the first sign-in.');
  };
  const partsOf = (deployment: Deployment) =>
    returnTo
      ? rollbackParts(deployment, returnTo)
      : allParts(deployment, log, options.mayPrintPassword ? printPassword : undefined);

  let before = await open();
  if (options.askSecret && before.variables.missing.length > 0) {
    for (const name of before.variables.missing) shared.given[name] = await options.askSecret(name);
    before = await open();
  }
  // What a newer version has stored is no reason to keep it.
  const faults = await findFaults(before, returnTo ? undefined : storedData);
  // A plan can be looked at with a key that may only read.
  if (!planOnly && faults.length === 0) await tryPermissions(cloud, before.facts);
  if (faults.length > 0) {
    for (const fault of faults) log(`✗ ${fault}`);
    log('Nothing was changed.');
    return 'refused';
  }
  const planned = await planAll(partsOf(before));
  for (const line of describe(planned)) log(line);
  const changes = changesOf(planned).length;
  log('');
  if (changes === 0) {
    log(`Everything is as it should be: version ${before.release.version}. Nothing to do.`);
    return 'nothing to do';
  }
  log(`${changes} changes to ${cloud.envId}. Data is never deleted.`);
  if (planOnly) return 'planned';
  if (!(await confirm())) {
    log('Nothing was changed.');
    return 'not confirmed';
  }

  await takeNow(lock, cloud);
  const confirmTurn = () => lock.confirm();
  // What the environment is given first, such as keys, decides what the rest says.
  if (!returnTo) await carryOut([foundation(before)], log, confirmTurn);
  await carryOut(partsOf(await open()), log, confirmTurn);
  if (!returnTo) await sweepOnce(log);
  const after = await open();
  const plannedAfter = await planAll(partsOf(after));
  const left = changesOf(plannedAfter);
  if (left.length > 0)
    throw new Error(
      `Carried out, but these are not as they should be: ${left.map(({ name }) => name).join(', ')}. Run the command again.`,
    );
  // What only now is for a person to do, such as the names of a domain that was just bound.
  const known = new Set(manualIn(planned).map(({ name }) => name));
  const since = manualIn(plannedAfter).filter(({ name }) => !known.has(name));
  if (since.length > 0)
    for (const line of describe([{ title: 'By hand, from now on', steps: since }])) log(line);
  log('');
  const { siteUrl, release } = after;
  const addresses = [...new Set([...after.functions.values()].flatMap(one => one.addresses ?? []))];
  if (addresses.length > 0)
    log(
      `WeChat is called from ${addresses.join(', ')}: on the mini-program's list that must stand.`,
    );
  const older = [...after.functions.values()].filter(one => one.runtime === RUNTIMES[1]).length;
  const onOlder = `${older} functions run on ${RUNTIMES[1]}, made where ${RUNTIMES[0]} was not offered`;
  if (older > 0) log(`${onOlder}. Node of a function never changes.`);
  log(`Version ${release.version} is in use${siteUrl ? `: ${siteUrl}/admin` : ''}`);
  if (!returnTo) await warnOfMissing(after, log);
  return 'done';
};

/** What the law, or WeChat, asks for and the settings do not say yet. */
const warnOfMissing = async (
  { variables }: Deployment,
  log: (line: string) => void,
): Promise<void> => {
  const { MODERATION_SECRET_ID = '' } = variables.of({
    name: 'worker',
    variables: ['MODERATION_SECRET_ID'],
  });
  const [missing, forbidden] = await Promise.all([
    missingNow(MODERATION_SECRET_ID !== ''),
    forbiddenSales(),
  ]);
  for (const sentence of forbidden) log(`! ${sentence} (docs/before-you-open.md).`);
  if (missing.length === 0) return;
  log(
    `! Not to be opened to the public yet, and no further template goes online. Missing: ${missing.join('、')}.`,
  );
  log('  Fill it in under 系统设置 › 合规; docs/before-you-open.md says what to register where.');
};

/** What a version has left that did not mark what is due is found now, and not by the next sweep. */
const sweepOnce = async (log: (line: string) => void): Promise<void> => {
  try {
    await app.callFunction(
      { name: 'worker', data: { Type: 'Timer', TriggerName: 'sweep', all: true } },
      { timeout: SWEEP_MS },
    );
  } catch {
    log('The worker did not answer; what is due is found within ten minutes.');
  }
};

/** The first deployment of all has to make what keeps the lock, before it makes keys that must not be made twice. */
const takeNow = async (lock: Lock, cloud: Cloud): Promise<void> => {
  if (await lock.take()) return;
  const declared = collections.find(({ name }) => name === LOCKS);
  if (!declared) throw new Error(`${LOCKS} is not declared`);
  await createCollection(cloud, declared);
  if (!(await lock.take()))
    throw new Error(`The collection ${LOCKS} cannot be used yet: run the command again.`);
};

/** What a running environment can be compared with: the parts of a deployment without its beginning and its end. */
export const declaredParts = (deployment: Deployment): Part[] => [
  foundation(deployment),
  collectionsPart(deployment),
  accessPart(deployment),
  bucketCorsPart(deployment),
  migrationsPart(() => undefined),
  ...functionParts(deployment),
  gatewayPart(deployment),
  sitePart(deployment),
];

const allParts = (
  deployment: Deployment,
  log: (line: string) => void,
  showPassword: ((username: string, password: string) => void) | undefined,
): Part[] => [
  foundation(deployment),
  archivePart(deployment),
  beginPart(deployment),
  collectionsPart(deployment),
  accessPart(deployment),
  bucketCorsPart(deployment),
  newerMigrationsPart(migrationIds),
  migrationsPart(log),
  ...functionParts(deployment),
  gatewayPart(deployment),
  migrationsAfterPart(log),
  sitePart(deployment),
  administratorPart(
    { exists: hasAdministrator, create: createFirstAdministrator },
    deployment,
    showPassword,
  ),
  recordPart(deployment, productVersion().commit),
  ...(deployment.dropIndexes ? [oldIndexesPart(deployment)] : []),
  byHandPart(deployment),
];

/**
 * Functions and pages alone: collections and migrations only ever add, and the indexes that it declares were kept, so the
 * version before runs on them. The page first: newer functions know what an older page calls, and not the other way round.
 */
const rollbackParts = (deployment: Deployment, returnTo: Version): Part[] => [
  beginPart(deployment, returnTo),
  newerMigrationsPart(returnTo.migrations),
  sitePart(deployment),
  ...functionParts(deployment),
  gatewayBackPart(deployment, returnTo.gateway),
  recordPart(deployment, productVersion().commit, true),
];

const functionParts = (deployment: Deployment): Part[] => {
  const now = functionsNow(deployment);
  const parts = [functionsPart, httpPathsPart, timersPart, removedFunctionsPart].map(part =>
    now.afterwards(part({ ...deployment, functionsNow: now.read })),
  );
  return [
    functionRulesPart(deployment),
    secretsPart(deployment),
    ...parts,
    // What the plan had no room for while the functions of the other version were there.
    ...parts.map(part => ({ ...part, again: true })),
    domainsPart(deployment),
  ];
};

const versionToReturnTo = async (cloud: Cloud): Promise<Version> => {
  const versions = await readVersions(cloud, await readFacts(cloud));
  const { current } = versions;
  if (!current)
    throw new Error('This command has deployed no version yet: there is nothing to return to.');
  const wanted = versionBefore(versions);
  if (!wanted)
    throw new Error(`No version from before ${current} is kept: there is nothing to return to.`);
  return wanted;
};

import { setTimeout as sleep } from 'node:timers/promises';
import { RUNTIMES } from '../../build/platform.ts';
import { type Cloud, CloudError } from '../cloud.ts';
import type { Deployment } from '../deployment.ts';
import { unlessThere } from '../facts.ts';
import {
  type ActualFunction,
  descriptionOf,
  type FunctionsNow,
  hasFailed,
  readFunction,
  removable,
  undeclared,
} from '../functions.ts';
import { readDomains } from '../httpDomains.ts';
import type { Part, Step } from '../part.ts';
import type { ReleasedFunction } from '../release.ts';
import { readPaths } from './httpPaths.ts';
import { createTimer } from './timers.ts';

type Changing = Deployment & { functionsNow: FunctionsNow };

/**
 * Code, memory, time limit and variables. Where the plan has no room for all that are new, those that other services call
 * come first, and the rest when others were removed. Functions for clients that are no longer declared stay: an open page
 * may call them.
 */
export const functionsPart = (deployment: Changing): Part => ({
  title: 'Functions',
  plan: async () => {
    const { cloud, functionsNow, release, variables, allowed } = deployment;
    const functions = await functionsNow();
    const room = (allowed.functions ?? DOCUMENTED_MOST) - functions.size;
    const fresh = release.functions
      .filter(({ name }) => !functions.has(name))
      .sort((one, other) => Number(Boolean(other.http)) - Number(Boolean(one.http)));
    const late = new Set(fresh.slice(Math.max(room, 0)));
    const gone = new Set(removable({ ...deployment, functions }).map(({ name }) => name));
    return [
      ...release.functions.map((one): Step => {
        const actual = functions.get(one.name);
        const wanted = variables.of(one, actual?.variables);
        if (actual) return changeOf(cloud, one, actual, wanted);
        const { run, ...creation } = creationOf(cloud, one, wanted);
        return late.has(one)
          ? { ...creation, why: 'when others are removed' }
          : { ...creation, ...(run && { run }) };
      }),
      ...undeclared(functions, release)
        .filter(({ name }) => !gone.has(name))
        .map(({ name }): Step => ({
          action: 'leave',
          name,
          why: 'is not declared any more; delete it in the console when no page calls it',
        })),
    ];
  },
});

/** Functions of a namespace, where the platform does not state a number (quotas of SCF). */
const DOCUMENTED_MOST = 50;

/** For calls that were under way when the last path or timer was taken from a function: as long as a callback may take. */
const LAST_CALLS_MS = 20_000;

/** What this version has no timers and no paths for any more, and no page calls. */
export const removedFunctionsPart = (deployment: Changing): Part => ({
  title: 'Functions of other versions',
  plan: async () => {
    const { cloud, functionsNow, domains, facts } = deployment;
    const [functions, paths, bound] = await Promise.all([
      functionsNow(),
      readPaths(cloud, facts.httpDomain),
      domains ? readDomains(cloud) : [],
    ]);
    const routes = bound.flatMap(({ Routes }) => Routes ?? []);
    const called = new Set([
      ...paths.map(({ name }) => name),
      ...routes.map(({ UpstreamResourceName }) => UpstreamResourceName),
    ]);
    let lastCalls: Promise<void> | undefined;
    return removable({ ...deployment, functions })
      .filter(({ name, timers }) => timers.length === 0 && !called.has(name))
      .map(({ name }): Step => ({
        action: 'change',
        name,
        why: 'is removed: nothing calls it any more',
        run: async () => {
          await (lastCalls ??= sleep(LAST_CALLS_MS));
          await deleteFunction(cloud, name);
        },
      }));
  },
});

const deleteFunction = (cloud: Cloud, name: string): Promise<unknown> => {
  // The library would take its HTTP paths away as well.
  const param = { Namespace: cloud.envId, FunctionName: name };
  return cloud.call('scf', 'DeleteFunction', param).catch((error: { code?: string }) => {
    // The answer to the first try was lost.
    if (error.code !== 'ResourceNotFound.Function') throw error;
  });
};

/** The description of a function for the library. */
const settingsOf = (
  { name, memory, timeout, installs, fixedAddress }: ReleasedFunction,
  variables: Record<string, string>,
  description: string,
  runtime: string = RUNTIMES[0],
) => ({
  name,
  memorySize: memory,
  timeout,
  runtime,
  handler: 'index.main',
  installDependency: installs,
  envVariables: variables,
  description,
  // https://cloud.tencent.com/document/product/876/137946; all functions of an environment that have one share it.
  ...(fixedAddress && {
    publicNetConfig: { PublicNetStatus: 'ENABLE', EipConfig: { EipStatus: 'ENABLE' } },
  }),
});

const creationOf = (
  { library, attempt }: Cloud,
  one: ReleasedFunction,
  wanted: Record<string, string>,
): Step => ({
  action: 'create',
  name: one.name,
  run: async () => {
    const code = (await one.code.read()).toString('base64');
    const create = (runtime: string) =>
      attempt('CreateFunction', () =>
        library.functions.createFunction({
          func: settingsOf(one, wanted, descriptionOf(one.code.hash), runtime),
          base64Code: code,
        }),
      );
    await create(RUNTIMES[0])
      // No interface says what the environment offers.
      .catch((error: CloudError) => {
        if (!error.code.endsWith('.Runtime')) throw error;
        return create(RUNTIMES[1]);
      })
      // It is there when the answer to the first try was lost; the comparison at the end sees what it is.
      .catch(unlessThere);
  },
});

const changeOf = (
  cloud: Cloud,
  one: ReleasedFunction,
  actual: ActualFunction,
  wanted: Record<string, string>,
): Step => {
  const { library, attempt } = cloud;
  const creation = creationOf(cloud, one, wanted);
  // The library would make it anew by calls that an environment of today does not know.
  if (actual.status === 'CreateFailed')
    return replacementOf(cloud, actual, one, creation, actual.reasons.join(', '));
  if (!RUNTIMES.some(runtime => runtime === actual.runtime))
    return replacementOf(
      cloud,
      actual,
      one,
      creation,
      `runs on ${actual.runtime}; is made anew for ${RUNTIMES[0]}, and its calls fail for some seconds`,
    );
  const description = descriptionOf(one.code.hash);
  const codeDiffers = actual.description !== description || hasFailed(actual);
  const differing = [
    ...(codeDiffers ? ['code'] : []),
    ...(actual.memory === one.memory ? [] : ['memory']),
    ...(actual.timeout === one.timeout ? [] : ['time limit']),
    ...(one.fixedAddress && !actual.addresses ? ['fixed address'] : []),
    ...changedNames(actual.variables, wanted),
  ];
  if (differing.length === 0) return { action: 'leave', name: one.name };
  const configure = (text: string) =>
    attempt('UpdateFunctionConfiguration', async () => {
      await library.functions.waitFunctionActive(one.name);
      await library.functions.updateFunctionConfig(settingsOf(one, wanted, text));
    });
  return {
    action: 'change',
    name: one.name,
    why: differing.join(', '),
    run: async () => {
      // New code finds its variables; and until the code is there, the description says that it is being changed.
      await configure(codeDiffers ? descriptionOf() : description);
      if (!codeDiffers) return;
      const code = (await one.code.read()).toString('base64');
      await attempt('UpdateFunctionCode', () =>
        library.functions.updateFunctionCode({
          func: settingsOf(one, wanted, description),
          base64Code: code,
        }),
      );
      await attempt('GetFunction', () => library.functions.waitFunctionActive(one.name));
      const changed = await readFunction(cloud, one.name);
      if (hasFailed(changed))
        throw new CloudError(
          changed.status,
          'UpdateFunctionCode',
          `${one.name}: ${changed.reasons.join(', ')}`,
        );
      await configure(description);
    },
  };
};

/**
 * The platform changes no function's runtime, and repairs none that could not be built. One at a time: what several
 * functions share, as the key that stored secrets are sealed with, is not lost where this ends between both steps.
 */
const replacementOf = (
  cloud: Cloud,
  actual: ActualFunction,
  { name, timers }: ReleasedFunction,
  creation: Step,
  why: string,
): Step => ({
  action: 'change',
  name,
  why,
  alone: true,
  run: async () => {
    await deleteFunction(cloud, name);
    await creation.run?.();
    // Those that it never had are a part of their own.
    const had = new Set(actual.timers.map(timer => timer.name));
    for (const timer of timers) if (had.has(timer.name)) await createTimer(cloud, name, timer);
  },
});

/** Names only: values are secrets. */
const changedNames = (before: Record<string, string>, after: Record<string, string>): string[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter(name => before[name] !== after[name])
    .map(name => `variable ${name}`);

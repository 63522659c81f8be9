import { RUNTIME } from '../../build/platform.ts';
import { type Cloud, CloudError } from '../cloud.ts';
import type { Deployment } from '../deployment.ts';
import { unlessThere } from '../facts.ts';
import {
  type ActualFunction,
  descriptionOf,
  hasFailed,
  readFunction,
  undeclared,
} from '../functions.ts';
import type { Part, Step } from '../part.ts';
import type { ReleasedFunction } from '../release.ts';
import { createTimer } from './timers.ts';

/** Code, memory, time limit and variables. Functions that are no longer declared stay: an open page may call them. */
export const functionsPart = ({ cloud, functions, release, variables }: Deployment): Part => ({
  title: 'Functions',
  plan: () =>
    Promise.resolve([
      ...release.functions.map(one => {
        const actual = functions.get(one.name);
        const wanted = variables.of(one, actual?.variables);
        return actual ? changeOf(cloud, one, actual, wanted) : creationOf(cloud, one, wanted);
      }),
      ...undeclared(functions, release).map(({ name }): Step => ({
        action: 'leave',
        name,
        why: 'is not declared any more; delete it in the console when no page calls it',
      })),
    ]),
});

/** What the library is told of a function. */
const settingsOf = (
  { name, memory, timeout, installs }: ReleasedFunction,
  variables: Record<string, string>,
  description: string,
) => ({
  name,
  memorySize: memory,
  timeout,
  runtime: RUNTIME,
  handler: 'index.main',
  installDependency: installs,
  envVariables: variables,
  description,
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
    await attempt(
      'CreateFunction',
      () =>
        library.functions.createFunction({
          func: settingsOf(one, wanted, descriptionOf(one.code.hash)),
          base64Code: code,
        }),
      // It is there when the answer to the first try was lost; the comparison at the end sees what it is.
    ).catch(unlessThere);
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
  if (actual.runtime !== RUNTIME)
    return replacementOf(
      cloud,
      actual,
      one,
      creation,
      `runs on ${actual.runtime}; is made anew for ${RUNTIME}, and its calls fail for some seconds`,
    );
  const description = descriptionOf(one.code.hash);
  const codeDiffers = actual.description !== description || hasFailed(actual);
  const differing = [
    ...(codeDiffers ? ['code'] : []),
    ...(actual.memory === one.memory ? [] : ['memory']),
    ...(actual.timeout === one.timeout ? [] : ['time limit']),
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
    // The library would take its HTTP paths away as well.
    const param = { Namespace: cloud.envId, FunctionName: name };
    await cloud.call('scf', 'DeleteFunction', param).catch((error: { code?: string }) => {
      // The answer to the first try was lost.
      if (error.code !== 'ResourceNotFound.Function') throw error;
    });
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

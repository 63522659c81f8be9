import type { Cloud } from '../cloud.ts';
import type { Deployment } from '../deployment.ts';
import { unlessThere } from '../facts.ts';
import { type ActualTimer, type FunctionsNow, undeclared } from '../functions.ts';
import type { Part, Step } from '../part.ts';

/**
 * What the platform starts by the clock. One that is not declared any more ends, also that of a function which is not:
 * by the clock no other version than the one in use may change data.
 */
export const timersPart = ({
  cloud,
  functionsNow,
  release,
}: Deployment & { functionsNow: FunctionsNow }): Part => ({
  title: 'Timers',
  plan: async () => {
    const functions = await functionsNow();
    const begun = release.functions.flatMap(({ name, timers }) =>
      timers.map(timer => planTimer(cloud, name, timer, functions.get(name)?.timers ?? [])),
    );
    const ended = [
      ...release.functions.flatMap(({ name, timers }) =>
        (functions.get(name)?.timers ?? [])
          .filter(timer => !timers.some(other => other.name === timer.name))
          .map(timer => endOf(cloud, name, timer)),
      ),
      ...undeclared(functions, release).flatMap(({ name, timers }) =>
        timers.map(timer => endOf(cloud, name, timer)),
      ),
    ];
    // The other version goes on until this one can.
    const isReady = release.functions.every(
      ({ name, timers }) => timers.length === 0 || functions.has(name),
    );
    if (!isReady) return [...begun, ...ended].map(({ run: _later, ...step }) => step);
    // One version at a time: what ends has ended before the others begin.
    return [...ended, ...begun.map(step => ({ ...step, alone: ended.length > 0 }))];
  },
});

const endOf = (cloud: Cloud, owner: string, timer: ActualTimer): Step => ({
  action: 'change',
  name: `${owner} ${timer.name}`,
  why: 'ends: is not declared any more',
  run: () => remove(cloud, owner, timer.name),
});

interface Timer {
  name: string;
  config: string;
}

const planTimer = (cloud: Cloud, owner: string, timer: Timer, actual: ActualTimer[]): Step => {
  const name = `${owner} ${timer.name}`;
  const create = () => createTimer(cloud, owner, timer);
  const there = actual.find(one => one.name === timer.name);
  if (!there) return { action: 'create', name, why: timer.config, run: create };
  if (there.config === timer.config && !there.isOff) return { action: 'leave', name };
  return {
    action: 'change',
    name,
    why: there.isOff ? 'is switched off' : `${timer.config}, is ${there.config}`,
    run: async () => {
      await remove(cloud, owner, timer.name);
      await create();
    },
  };
};

export const createTimer = ({ call, envId }: Cloud, owner: string, timer: Timer) =>
  call('scf', 'CreateTrigger', {
    Namespace: envId,
    FunctionName: owner,
    TriggerName: timer.name,
    Type: 'timer',
    TriggerDesc: timer.config,
    Enable: 'OPEN',
  }).catch(unlessThere);

/** The library's own call for it loses the codes of errors. */
const remove = ({ call, envId }: Cloud, owner: string, name: string) =>
  call('scf', 'DeleteTrigger', {
    Namespace: envId,
    FunctionName: owner,
    TriggerName: name,
    Type: 'timer',
  }).catch((error: { code?: string }) => {
    if (!error.code?.startsWith('ResourceNotFound')) throw error;
  });

import type { Cloud } from '../cloud.ts';
import type { Deployment } from '../deployment.ts';
import { unlessThere } from '../facts.ts';
import type { ActualTimer } from '../functions.ts';
import type { Part, Step } from '../part.ts';

/** What the platform starts by the clock. One that is not declared any more ends: its function no longer knows it. */
export const timersPart = ({ cloud, functions, release }: Deployment): Part => ({
  title: 'Timers',
  plan: () =>
    Promise.resolve(
      release.functions.flatMap(({ name, timers }) => {
        const actual = functions.get(name)?.timers ?? [];
        const wanted = timers.map(timer => planTimer(cloud, name, timer, actual));
        const surplus = actual
          .filter(timer => !timers.some(declared => declared.name === timer.name))
          .map((timer): Step => ({
            action: 'change',
            name: `${name} ${timer.name}`,
            why: 'ends: is not declared any more',
            run: () => remove(cloud, name, timer.name),
          }));
        return [...wanted, ...surplus];
      }),
    ),
});

interface Timer {
  name: string;
  config: string;
}

const planTimer = (cloud: Cloud, owner: string, timer: Timer, actual: ActualTimer[]): Step => {
  const { library, attempt } = cloud;
  const name = `${owner} ${timer.name}`;
  const create = async () => {
    await attempt('BatchCreateTrigger', () =>
      library.functions.createFunctionTriggers(owner, [{ ...timer, type: 'timer' }]),
    ).catch(unlessThere);
  };
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

const remove = async ({ library, attempt }: Cloud, owner: string, name: string) => {
  await attempt('DeleteTrigger', () => library.functions.deleteFunctionTrigger(owner, name)).catch(
    (error: { code?: string }) => {
      if (!error.code?.startsWith('ResourceNotFound')) throw error;
    },
  );
};

import type { Random } from '../../scripts/demo/random.ts';
import { chanceOf, fateOf } from './chance.ts';
import { Broken } from './demand.ts';
import { type Check, checkEnd, checkStep, type Known } from './invariants.ts';
import { peopleOf } from './people.ts';
import type { Simulation } from './simulation.ts';
import { type TimerName, timers } from './timers.ts';
import type { World } from './world.ts';

const QUARTER = 15_000;
const TASKS_MS = 3_000;
const MINUTE = 60_000;
const timerNames = Object.keys(timers) as TimerName[];
const DAY = 86_400_000;

/** The platform's timers at their times, whether or not their last run has ended; a run with nothing to do is left out. */
const keepTimers = (world: World) => {
  const { scheduler } = world;
  let on = true;
  const every = (ms: number, name: TimerName) => {
    const tick = () => scheduler.later(`timer ${name}`, ms, () => void run());
    const run = async () => {
      if (!on) return;
      tick();
      if ((await world.due(name)) <= scheduler.now()) void world.timer(name);
    };
    tick();
  };
  every(TASKS_MS, 'tasks');
  every(QUARTER, 'refunds');
  every(QUARTER, 'messages');
  every(MINUTE, 'orders');
  every(MINUTE, 'closings');
  every(MINUTE, 'sweep');
  return () => {
    on = false;
  };
};

/**
 * The people have finished: a day passes, in which the gateway answers and the timers run whenever something is due.
 */
export const comeToRest = async (world: World, step: () => Promise<boolean>) => {
  const { scheduler, fate } = world;
  const usual = { there: 50, back: 50 };
  fate.manner = () => usual;
  fate.settling = () => ({ to: 'SUCCESS', afterMs: 500 });
  fate.latency = () => ({ ms: 1 });
  fate.diesAtWait = () => Infinity;
  const end = scheduler.now() + DAY;
  while (scheduler.now() < end) {
    for (const name of timerNames)
      if ((await world.due(name)) <= scheduler.now()) void world.timer(name);
    while (await step());
    const due = await Promise.all(timerNames.map(name => world.due(name)));
    const next = Math.min(...due, end);
    scheduler.moveTo(Math.max(next, scheduler.now() + QUARTER));
  }
};

export interface Played {
  seed: number;
  broken: string | null;
  story: string[];
  steps: number;
}

export const linesOf = ({ scheduler }: World): string[] => {
  const first = scheduler.told[0]?.time ?? 0;
  return scheduler.told.map(
    ({ time, who, what }) =>
      `${((time - first) / 1_000).toFixed(3).padStart(10)} s  ${who.padEnd(18)} ${what}`,
  );
};

/** Runs the story of a seed to its end or to the first violation. */
export const play = async (
  simulation: Simulation,
  seed: number,
  {
    check = checkStep,
    people: who = peopleOf,
    fate = fateOf,
  }: { check?: Check; people?: typeof peopleOf; fate?: typeof fateOf } = {},
): Promise<Played> => {
  const random: Random = chanceOf(seed);
  const world = await simulation.begin(fate(random));
  const { scheduler } = world;
  const known: Known = {
    refunds: [],
    lines: new Set(),
    begin: scheduler.now(),
    waiting: new Map(),
  };
  const step = async () => {
    const went = await scheduler.step();
    await check(world, known);
    return went;
  };
  let broken: string | null = null;
  try {
    let busy = true;
    const stopTimers = keepTimers(world);
    const people = Promise.all(who(world, random));
    void people.finally(() => (busy = false));
    while (busy && (await step()));
    await people;
    stopTimers();
    while (await step());
    await comeToRest(world, step);
    if (check === checkStep) await checkEnd(world);
  } catch (error) {
    if (!(error instanceof Broken)) throw error;
    broken = error.message;
  }
  return { seed, broken, story: linesOf(world), steps: scheduler.steps() };
};

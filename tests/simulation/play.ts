import type { Random } from '../../scripts/demo/random.ts';
import type { StoredRefund } from '#cloudfunctions/_shared/refunds/refunds.ts';
import { chanceOf, fateOf } from './chance.ts';
import { Broken, checkEnd, checkStep } from './invariants.ts';
import { refundPeople } from './refundStory.ts';
import { type Simulation, type World } from './world.ts';

const QUARTER = 15_000;
const MINUTE = 60_000;
const DAY = 86_400_000;

/** The platform's timers at their times, whether or not their last run has ended. */
const keepTimers = (world: World) => {
  const { scheduler } = world;
  let on = true;
  const every = (ms: number, name: 'orders' | 'refunds') => {
    const run = () => {
      if (!on) return;
      void world.timer(name);
      scheduler.later(`timer ${name}`, ms, run);
    };
    scheduler.later(`timer ${name}`, ms, run);
  };
  every(QUARTER, 'refunds');
  every(MINUTE, 'orders');
  return () => {
    on = false;
  };
};

/** Instants that some record names, past the one given: when something is to be done. */
const nextNamed = async (world: World, after: number): Promise<number> => {
  const rows = [...(await world.rows('refunds')), ...(await world.rows('orders'))];
  const named = rows
    .flatMap(row => Object.entries(row))
    .filter(([name, value]) => /Time$|Until$/.test(name) && typeof value === 'number')
    .map(([, value]) => value as number)
    .filter(time => time > after);
  return Math.min(after + DAY, ...named);
};

/** People are done: a day passes, in which the gateway answers and the timers run whenever something is due. */
export const comeToRest = async (world: World, step: () => Promise<boolean>) => {
  const { scheduler, fate } = world;
  const usual = { there: 50, back: 50 };
  fate.manner = () => usual;
  fate.settling = () => ({ to: 'SUCCESS', afterMs: 500 });
  fate.latency = () => ({ ms: 1 });
  fate.diesAtWait = () => Infinity;
  const end = scheduler.now() + DAY + MINUTE;
  while (scheduler.now() < end) {
    void world.timer('orders');
    void world.timer('refunds');
    while (await step());
    scheduler.moveTo((await nextNamed(world, scheduler.now())) + 1);
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

/** The story of a seed, from its beginning to its end or to what is broken. */
export const play = async (simulation: Simulation, seed: number): Promise<Played> => {
  const random: Random = chanceOf(seed);
  const world = await simulation.begin(fateOf(random));
  const { scheduler } = world;
  const known = { refunds: [] as StoredRefund[] };
  const step = async () => {
    const went = await scheduler.step();
    await checkStep(world, known);
    return went;
  };
  let broken: string | null = null;
  try {
    let busy = true;
    const stopTimers = keepTimers(world);
    const people = Promise.all(refundPeople(world, random));
    void people.finally(() => (busy = false));
    while (busy && (await step()));
    await people;
    stopTimers();
    while (await step());
    await comeToRest(world, step);
    await checkEnd(world);
  } catch (error) {
    if (!(error instanceof Broken)) throw error;
    broken = error.message;
  }
  return { seed, broken, story: linesOf(world), steps: scheduler.steps() };
};

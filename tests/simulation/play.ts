import { BEAT_MS, nextBeat } from '#cloudfunctions/_shared/base/due.ts';
import { type Random, createRandom } from '../../scripts/demo/random.ts';
import { Broken } from './demand.ts';
import type { Fate } from './fate.ts';
import type { GatewayCall, Manner, MessageCall } from './gateway.ts';
import type { GeneratorCall } from './generator.ts';
import { checkEnd, checkStep, type Known } from './invariants.ts';
import { peopleOf } from './people.ts';
import type { Wait } from './scheduler.ts';
import type { Simulation } from './simulation.ts';
import { jobsOfStories, type StoryJob } from './timers.ts';
import type { World } from './world.ts';

const DATABASE_MS = 12;

/** One of some, each with its weight. */
const weighted = <T>(random: Random, choices: [weight: number, value: T][]): T => {
  let left = random.next() * choices.reduce((sum, [weight]) => sum + weight, 0);
  for (const [weight, value] of choices) if ((left -= weight) < 0) return value;
  return choices.at(-1)![1];
};

/** What happens in a seed's story: every seed has its own mixture of failures. */
export const fateOf = (random: Random): Fate => {
  const seldomOrOften = () =>
    weighted(random, [
      [4, 0],
      [3, 0.05],
      [2, 0.25],
      [1, 0.6],
    ]);
  const trouble = {
    slow: seldomOrOften(),
    silent: seldomOrOften(),
    fails: seldomOrOften(),
    refused: weighted(random, [
      [2, 0],
      [1, 0.3],
      [2, 0.8],
    ]),
    noticeLost: weighted(random, [
      [2, 0],
      [2, 0.3],
      [2, 1],
    ]),
    dies: weighted(random, [
      [5, 0],
      [2, 0.05],
      [1, 0.2],
    ]),
    databaseSlow: weighted(random, [
      [4, 0],
      [2, 0.02],
      [1, 0.15],
    ]),
    databaseSilent: weighted(random, [
      [6, 0],
      [1, 0.01],
    ]),
  };
  const manner = (call: GatewayCall | GeneratorCall | MessageCall): Manner => {
    const usual = () => random.int(20, 200);
    const slow = () => random.int(500, 4_500);
    if (random.chance(trouble.silent))
      return weighted<Manner>(random, [
        [2, { there: random.int(5_000, 60_000), back: usual() }],
        [1, { there: random.int(60_000, 400_000), back: usual() }],
        [1, { there: Infinity, back: 0 }],
        [2, { there: usual(), back: Infinity }],
      ]);
    const mayBeRefused = ['refund', 'create', 'message'].includes(call);
    const isRefused = mayBeRefused && random.chance(trouble.refused);
    const isBroken = random.chance(trouble.fails);
    const fails = isRefused
      ? 'refused'
      : isBroken
        ? random.pick(['without effect', 'with effect'] as const)
        : undefined;
    const [there, back] = [0, 0].map(() => (random.chance(trouble.slow) ? slow() : usual()));
    return { there: there!, back: back!, fails };
  };
  return {
    manner,
    // Full; seldom, nothing left, a bad key, a bad workflow.
    refusal: () =>
      weighted(random, [
        [12, 421],
        [1, 416],
        [1, 802],
        [1, 433],
      ]),
    settling: () => ({
      to: weighted(random, [
        [8, 'SUCCESS'],
        [1, 'CLOSED'],
        [1, 'ABNORMAL'],
      ]),
      afterMs: weighted(random, [
        [3, 500],
        [2, 20_000],
        [1, 200_000],
      ]),
    }),
    notice: () => {
      if (random.chance(trouble.noticeLost)) return [];
      const first = random.chance(0.7) ? random.int(10, 3_000) : random.int(3_000, 120_000);
      return random.chance(0.2) ? [first, random.int(10, 120_000)] : [first];
    },
    latency: () => {
      if (random.chance(trouble.databaseSilent))
        return { ms: random.int(1, DATABASE_MS), lost: random.chance(0.5) ? 'before' : 'after' };
      if (!random.chance(trouble.databaseSlow)) return { ms: random.int(1, DATABASE_MS) };
      const ms = random.int(50, 6_000);
      const there = random.pick([ms, 0, random.int(1, ms)]);
      return { ms: there, back: ms - there };
    },
    diesAtWait: () => (random.chance(trouble.dies) ? random.int(1, 30) : Infinity),
    random: () => random.next(),
  };
};

export const chanceOf = (seed: number): Random => createRandom(seed * 2_654_435_761);

/**
 * How often the worker is called for a job that has something to do, whether or not another is at it; for the others it
 * comes with beats and sweeps alone.
 */
const CALLED_MS: Partial<Record<StoryJob, number>> = {
  tasks: 3_000,
  refunds: 15_000,
  messages: 15_000,
  orders: 60_000,
  closings: 60_000,
  sweepFiles: 60_000,
};
const SWEEP_MS = 10 * 60_000;
const DAY = 86_400_000;

/**
 * The platform's timers at their times, and calls of the worker, whether or not their last run has ended; a run with
 * nothing to do is left out.
 */
const keepTimers = (world: World) => {
  const { scheduler } = world;
  const next = new Map<string, Wait>();
  const every = (ms: number, name: string, work: () => Promise<unknown>) => {
    const run = async () => {
      tick();
      await work();
    };
    const tick = () =>
      next.set(
        name,
        scheduler.later(`timer ${name}`, ms, () => void run()),
      );
    tick();
  };
  every(BEAT_MS, 'beat', async () => {
    if (await world.beatFinds()) void world.beat();
  });
  every(SWEEP_MS, 'sweep', async () => void world.sweep());
  every(30_000, 'pushes', async () => world.gateway.pushAgain());
  for (const [job, ms] of Object.entries(CALLED_MS) as [StoryJob, number][])
    every(ms, job, async () => {
      if ((await world.due(job)) <= scheduler.now()) void world.timer(job);
    });
  // Waited for, they would move the clock past times at which a person has to act.
  return () => next.forEach(wait => scheduler.drop(wait));
};

const isAnyDue = async ({ due, scheduler }: World) => {
  const times = await Promise.all(jobsOfStories.map(due));
  return Math.min(...times) <= scheduler.now();
};

/**
 * The people have finished: a day passes, in which the gateway answers, the timers come and nothing else: what is due
 * must be known to them.
 */
export const comeToRest = async (world: World, step: () => Promise<boolean>) => {
  const { scheduler, fate } = world;
  const usual = { there: 50, back: 50 };
  fate.manner = () => usual;
  fate.settling = () => ({ to: 'SUCCESS', afterMs: 500 });
  fate.latency = () => ({ ms: 1 });
  fate.diesAtWait = () => Infinity;
  const pushed = async () => {
    world.gateway.pushAgain([100]);
    while (await step());
  };
  const end = scheduler.now() + DAY;
  let nextSweep = scheduler.now();
  while (scheduler.now() < end) {
    if (scheduler.now() >= nextSweep && (await isAnyDue(world))) {
      nextSweep = scheduler.now() + SWEEP_MS;
      void world.sweep();
    } else if (await world.beatFinds()) void world.beat();
    while (await step());
    await pushed();
    const due = await Promise.all(jobsOfStories.map(world.due));
    const next = Math.min(...due, end);
    scheduler.moveTo(Math.max(next, nextBeat(scheduler.now())));
  }
  await pushed();
};

export interface Played {
  seed: number;
  broken: string | null;
  story: string[];
  steps: number;
}

export const linesOf = ({ scheduler }: World): string[] => {
  const first = scheduler.events[0]?.time ?? 0;
  return scheduler.events.map(
    ({ time, who, what }) =>
      `${((time - first) / 1_000).toFixed(3).padStart(10)} s  ${who.padEnd(18)} ${what}`,
  );
};

/** Runs the story of a seed to its end or to the first violation. */
export const play = async (
  simulation: Simulation,
  seed: number,
  {
    people: who = peopleOf,
    fate = fateOf,
  }: { people?: typeof peopleOf; fate?: typeof fateOf } = {},
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
    await checkStep(world, known);
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
    await checkEnd(world);
  } catch (error) {
    if (!(error instanceof Broken)) throw error;
    broken = error.message;
  }
  return { seed, broken, story: linesOf(world), steps: scheduler.steps() };
};

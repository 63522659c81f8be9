import { createRandom, type Random } from '../../scripts/demo/random.ts';
import type { Fate } from './fate.ts';
import type { GatewayCall, Manner, MessageCall } from './gateway.ts';
import type { GeneratorCall } from './generator.ts';

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

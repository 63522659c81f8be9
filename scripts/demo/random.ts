/** A seeded random generator (mulberry32), so that demo data is the same on every machine. */
export interface Random {
  /** 0 ≤ n < 1 */
  next(): number;
  /** min ≤ n ≤ max */
  int(min: number, max: number): number;
  pick<T>(items: readonly T[]): T;
  sample<T>(items: readonly T[], count: number): T[];
  chance(probability: number): boolean;
}

export const createRandom = (seed: number): Random => {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
  const int = (min: number, max: number) => min + Math.floor(next() * (max - min + 1));
  const pick = <T>(items: readonly T[]) => items[int(0, items.length - 1)] as T;
  return {
    next,
    int,
    pick,
    sample: (items, count) => {
      const left = [...items];
      return Array.from(
        { length: Math.min(count, left.length) },
        () => left.splice(int(0, left.length - 1), 1)[0]!,
      );
    },
    chance: probability => next() < probability,
  };
};

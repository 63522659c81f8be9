import { clamp } from './light.ts';

const TABLE = Float32Array.from({ length: 65_536 }, (_, at) => {
  let n = Math.imul(at + 1, 668_265_263);
  n = Math.imul(n ^ (n >>> 15), 2_246_822_519);
  n = Math.imul(n ^ (n >>> 13), 3_266_489_917);
  return ((n ^ (n >>> 16)) >>> 0) / 4_294_967_296;
});

/** Always the same for a place with whole coordinates. 0 ≤ n < 1 */
export const chance = (x: number, y: number, seed = 0): number =>
  TABLE[(((y + seed * 57) & 255) << 8) | ((x + seed * 131) & 255)]!;

/** Smooth random heights, -1 to 1. */
export const noise = (x: number, y: number, seed = 0): number => {
  const [left, top] = [Math.floor(x), Math.floor(y)];
  const [fx, fy] = [x - left, y - top];
  const sx = fx * fx * fx * (fx * (fx * 6 - 15) + 10);
  const sy = fy * fy * fy * (fy * (fy * 6 - 15) + 10);
  const [a, b] = [chance(left, top, seed), chance(left + 1, top, seed)];
  const [c, d] = [chance(left, top + 1, seed), chance(left + 1, top + 1, seed)];
  const upper = a + (b - a) * sx;
  return (upper + (c + (d - c) * sx - upper) * sy) * 2 - 1;
};

const octavesOf = (fold: (n: number, carried: number) => number, isCarried: boolean) => {
  return (x: number, y: number, octaves: number, seed = 0): number => {
    let [sum, size, px, py, carried] = [0, 0.5, x, y, 1];
    for (let at = 0; at < octaves; at += 1) {
      const n = fold(noise(px, py, seed + at), carried);
      sum += n * size;
      if (isCarried) carried = clamp(n * 1.6);
      size *= 0.5;
      // Turned, so that the grid does not show.
      [px, py] = [px * 1.6 - py * 1.2, px * 1.2 + py * 1.6];
    }
    return sum;
  };
};

/** Noise of many sizes, -1 to 1: clouds, bark, moss. */
export const cloud = octavesOf(n => n, false);
/** Crests with valleys between them, 0 to 1. */
export const ridges = octavesOf((n, carried) => carried * (1 - Math.abs(n)) ** 2, true);

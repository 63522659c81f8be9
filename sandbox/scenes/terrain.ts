import {
  add,
  clamp,
  type Draw,
  length,
  mix,
  pixelAt,
  type Rgb,
  shaded,
  type Shader,
  smooth,
  times,
} from './light.ts';

export interface Terrain {
  /** Height of the ground above the water at a place: to the right, and away from the eye. */
  height: (x: number, z: number, octaves: number) => number;
  /** Height of the eye, where the horizon stands in the picture, and how dense the air is. */
  view: readonly [eye: number, horizon: number, haze: number];
  /** Towards the sun: right, up, away. */
  sun: Rgb;
  sunlight: Rgb;
  skylight: Rgb;
  /** Of the bare ground; `up` is 1 where it is level. */
  colour: (x: number, z: number, height: number, up: number) => Rgb;
  sky: Shader;
  /** Light of deep water, which is at height 0, and the size of its waves. */
  water?: readonly [light: string, ripple: number];
}

const [NEAR, FAR, STEPS] = [0.35, 36, 400];
const GROWTH = (FAR / NEAR) ** (1 / STEPS);
const WATER = -1;

const waves = (x: number, z: number) =>
  Math.sin(z * 31 + Math.sin(x * 9 + z * 5) * 1.7) * 0.25 +
  Math.sin(z * 67 + x * 13 + Math.sin(z * 17 - x * 21) * 1.4) * 0.2;

/** A country seen through a wide lens, with shadows, haze and water that mirrors. */
export const terrain = (given: Terrain): Draw => {
  const { sky, water, view } = given;
  const [eye, horizon, haze] = view;
  const [deep, ripple] = water ?? ['#000', 0];
  const sun = times(given.sun, 1 / length(...given.sun));
  const ground = (x: number, z: number, octaves: number) =>
    Math.max(water ? 0 : -9, given.height(x, z, octaves));

  const lit = (x: number, z: number, behind: Rgb): Rgb => {
    const h = ground(x, z, 10);
    if (water && h <= 0) return [WATER, z, 0];
    const e = Math.max(0.004, z * 0.002);
    const [sx, sz] = [(ground(x + e, z, 10) - h) / e, (ground(x, z + e, 10) - h) / e];
    const up = 1 / length(sx, 1, sz);
    let light = clamp((sun[1] - sx * sun[0] - sz * sun[2]) * up);
    for (let t = 0.06; light > 0 && t < 5; t *= 1.6) {
      const over = h + sun[1] * t - ground(x + sun[0] * t, z + sun[2] * t, 5);
      light *= smooth(-0.02, 0.1, over / t);
    }
    const shine = add(times(given.sunlight, light), given.skylight, 0.45 + 0.55 * up);
    const air = 1 - Math.exp(-z * haze * Math.exp(-Math.max(0, h) * 0.5));
    return mix(times(given.colour(x, z, h, up), shine), behind, air);
  };

  return (width, height) => {
    const pixels = new Float32Array(width * height * 3);
    const depths = new Float32Array(height);
    for (let column = 0; column < width; column += 1) {
      const right = column / width - 0.5;
      depths.fill(0);
      for (let [z, before, filled] = [NEAR, NEAR, height]; z < FAR && filled > 0; z *= GROWTH) {
        const top = (horizon + (eye - ground(right * z, z, 9)) / z) * width;
        const first = filled;
        while (filled > Math.max(0, top)) {
          filled -= 1;
          depths[filled] = before + ((z - before) * (first - filled)) / Math.max(1, first - top);
        }
        before = z;
      }
      depths.forEach((z, row) => {
        const behind = sky(column / width, row / width);
        pixels.set(z > 0 ? lit(right * z, z, behind) : behind, (row * width + column) * 3);
      });
    }
    if (!water) return pixels;
    return shaded((_x, _y, at) => mirrored(at, pixels, width))(width, height);
  };

  function mirrored(at: number, pixels: Float32Array, width: number): Rgb {
    const light = pixelAt(pixels, at);
    const [mark, z] = light;
    if (mark !== WATER) return light;
    const [column, row] = [at % width, Math.floor(at / width)];
    const wave = waves((column / width - 0.5) * z, z) * ripple;
    const x = Math.round(clamp(column + wave * width * 0.011, 0, width - 1));
    const y = 2 * horizon - row / width - Math.abs(wave) * 0.13 - wave * 0.04;
    const seen = pixelAt(pixels, Math.round(clamp(y) * width) * width + x);
    const flat = seen[0] === WATER ? sky(x / width, clamp(y, 0, horizon)) : seen;
    const share = 0.35 + 0.6 * Math.exp((horizon - row / width) * 1.6);
    return add(mix(deep, flat, share), flat, Math.max(0, wave) * 0.15);
  }
};

import {
  add,
  clamp,
  length,
  mix,
  over,
  ramp,
  type Rgb,
  shaded,
  type Shader,
  smooth,
  times,
} from './light.ts';
import { chance, cloud, noise, ridges } from './noise.ts';
import { terrain } from './terrain.ts';

/** Air with a sun or a moon of some size, 0 for a hidden one, and clouds that it lights. */
const air = (
  colours: string,
  horizon: number,
  [sunX, sunY, disc]: readonly [x: number, y: number, disc: number],
  glow: string,
  [most, lit, shade, seed]: readonly [cover: number, lit: string, shade: string, seed: number],
): Shader => {
  return (x, y) => {
    const up = Math.max(0, horizon - y);
    const far = length(x - sunX, y - sunY);
    const halo = 0.5 * Math.exp(-far * 9) + 0.22 * Math.exp(-far * 2.6);
    const shine = halo + (disc ? 6 * smooth(disc, disc * 0.92, far) : 0);
    const light = add(ramp(colours, 1 - up / horizon), glow, shine);
    if (most === 0 || up === 0) return light;
    const near = 0.16 / (up + 0.09);
    const [cx, cy] = [(x - 0.5) * near * 4.2, near * 3.4];
    const dense = cloud(cx + cloud(cx, cy, 3, seed + 9) * 0.5, cy, 6, seed);
    const toSun = cloud(cx + (sunX - x) * 0.5, cy + 0.25, 4, seed);
    const cover = smooth(0.16 - most * 0.45, 0.52 - most * 0.3, dense) * smooth(0, 0.1, up);
    const edge = clamp(0.5 + (dense - toSun) * 1.6) * (0.35 + Math.exp(-far * 2.2));
    return mix(light, mix(shade, lit, clamp(edge)), cover * 0.9);
  };
};

/** Between two colours, by noise from -1 to 1. */
const mottled = (dark: string, bright: string, n: number) => mix(dark, bright, 0.5 + 0.5 * n);

/** Lights out of focus, larger ones in front. */
const bokeh = (seed: number, size: number, colours: readonly string[], often = 0.5): Shader => {
  const layer = (x: number, y: number, at: number): Rgb => {
    const cell = size * (1 + at * 0.55);
    let light: Rgb = [0, 0, 0];
    for (let near = 0; near < 9; near += 1) {
      const gx = Math.floor(x / cell) + (near % 3) - 1;
      const gy = Math.floor(y / cell) + Math.floor(near / 3) - 1;
      const any = (what: number) => chance(gx, gy, seed + at * 31 + what);
      if (any(0) > often) continue;
      const far = length(x - (gx + any(1)) * cell, y - (gy + any(2)) * cell);
      const r = cell * (0.2 + 0.26 * any(3));
      const disc = smooth(r, r * 0.86, far) * (0.55 + 0.45 * smooth(r * 0.4, r, far));
      const colour = colours[Math.floor(any(4) * colours.length)]!;
      light = add(light, colour, disc * (0.12 + 0.45 * any(5)));
    }
    return light;
  };
  return (x, y) => add(add(layer(x, y, 0), layer(x, y, 1)), layer(x, y, 2));
};

/** Distance to a line that changes its thickness towards its end. */
const limb = (
  [x, y]: readonly [number, number],
  [ax, ay, bx, by, r, end]: readonly [number, number, number, number, number, number],
) => {
  const [dx, dy, ex, ey] = [x - ax, y - ay, bx - ax, by - ay];
  const t = clamp((dx * ex + dy * ey) / (ex * ex + ey * ey));
  return length(dx - ex * t, dy - ey * t) - r - (end - r) * t;
};

/** Melts distances into one over `k`. */
const melted = (k: number, ...distances: number[]) =>
  distances.reduce((a, b) => {
    const h = clamp(0.5 + (0.5 * (b - a)) / k);
    return b + (a - b) * h - k * h * (1 - h);
  });

/** The path of a low sun or moon over water. */
const glitter = (x: number, y: number, horizon: number, at: number, eye: number) => {
  if (y < horizon) return 0;
  const z = eye / (y - horizon + 0.004);
  const path = Math.exp(-(((x - at) / (0.035 + (y - horizon) * 0.23)) ** 2));
  return path * smooth(0.22, 0.6, cloud((x - 0.5) * z * 3, z * 13, 3) + 0.33);
};

const peaks = terrain({
  height: (x, z, octaves) =>
    ridges(x * 0.24 + 1, z * 0.24, octaves, 1) * 6.4 * smooth(2, 11, z) +
    cloud(x * 0.6, z * 0.6, Math.min(octaves, 6), 1) * 0.25 -
    0.5,
  view: [1.1, 0.84, 0.035],
  sun: [-0.85, 0.42, 0.1],
  sunlight: [3.4, 1.85, 1.1],
  skylight: [0.3, 0.42, 0.75],
  colour: (x, z, h, up) => {
    const rock = mottled('#433', '#876', cloud(x * 6, h * 14, 3));
    const green = mottled('#231', '#563', cloud(x * 9, z * 9, 3));
    const patches = cloud(x * 4, z * 4, 3);
    const snow = smooth(0.42, 0.56, up + patches * 0.2) * smooth(0.7, 1.3, h + patches);
    return mix(mix(rock, green, smooth(0.62, 0.85, up) * smooth(0.9, 0.3, h)), '#eef', snow);
  },
  sky: air('#247 #48b #9ac #ec9 #fc8', 0.84, [0.1, 0.6, 0], '#fb6', [0.4, '#fb8', '#869', 3]),
});

const lake = terrain({
  height: (x, z, octaves) =>
    (ridges(x * 0.2 + 3, z * 0.2, octaves, 1) * 6.6 - 0.5) * smooth(6, 15, z + x * 0.8) +
    cloud(x, z, Math.min(octaves, 7)) * 0.35 * smooth(2, 8, z + Math.abs(x) * 1.3) -
    0.12,
  view: [0.34, 0.76, 0.02],
  sun: [0.7, 0.6, -0.2],
  sunlight: [2.3, 2, 1.6],
  skylight: [0.25, 0.36, 0.55],
  colour: (x, z, h, up) => {
    const autumn = smooth(0.1, 0.35, cloud(x * 5, z * 5, 3, 7));
    const trees = mix(mottled('#121', '#351', cloud(x * 14, z * 14, 3) * 1.8), '#b50', autumn);
    const rock = mottled('#445', '#887', cloud(x * 5, h * 12, 3));
    const ground = mix(rock, trees, smooth(0.4, 0.65, up) * smooth(1.5, 0.7, h));
    const snow = smooth(0.5, 0.65, up) * smooth(1.4, 1.9, h + cloud(x * 2, z * 2, 3));
    return mix(ground, '#eef', snow);
  },
  sky: air('#159 #37b #7bd #bde', 0.76, [0.9, 0.3, 0], '#ffe', [0.3, '#fff', '#8ac', 12]),
  water: ['#134', 0.5],
});

const dune = (x: number, z: number) => {
  const w = x * 0.55 + noise(x * 0.3, z * 0.3, 1) * 1.5 + z * 0.34;
  const t = w - Math.floor(w);
  const side = t < 0.7 ? smooth(0, 0.74, t) : smooth(1, 0.68, t);
  return side * (0.5 + 0.4 * noise(x * 0.2, z * 0.2, 4)) * smooth(0.5, 4, z) * 1.05;
};
const dunes = terrain({
  height: (x, z, octaves) => {
    const blown = Math.sin((z + noise(x * 2, z * 2) * 0.3) * 46 + x * 12) * smooth(9, 1, z);
    return dune(x, z) + (octaves > 9 ? blown * 0.003 : 0);
  },
  view: [0.95, 0.62, 0.04],
  sun: [0.86, 0.3, 0.3],
  sunlight: [3.2, 2, 1.05],
  skylight: [0.3, 0.3, 0.42],
  colour: (x, z) => mottled('#c74', '#da6', cloud(x * 3, z * 3, 3)),
  sky: air('#147 #38b #8bc #ed9', 0.62, [0.86, 0.5, 0], '#fc8', [0, '', '', 1]),
});

const moonlit = air('#013 #125 #248 #47a', 0.76, [0.62, 0.34, 0.062], '#def', [
  0.42,
  '#9bd',
  '#124',
  2,
]);
const bay = terrain({
  height: (x, z, octaves) =>
    (ridges(x * 0.2 + 1, z * 0.2, Math.min(octaves, 8), 1) * 3.4 - 0.5) *
      smooth(9, 16, z + Math.abs(x - 1.5) * 0.5) -
    0.05,
  view: [0.4, 0.76, 0.05],
  sun: [0.2, 0.6, 0.6],
  sunlight: [0.25, 0.35, 0.5],
  skylight: [0.05, 0.08, 0.15],
  colour: () => [0.04, 0.05, 0.07],
  sky: moonlit,
  water: ['#012', 1.1],
});
const moon = over(bay, (light, x, y) => {
  const [column, row] = [Math.floor(x * 250), Math.floor(y * 250)];
  const star = chance(column, row) > 0.994 ? chance(row, column, 5) * smooth(0.62, 0, y) : 0;
  return add(light, '#cdf', glitter(x, y, 0.76, 0.62, 0.4) * 1.5 + star * 0.6);
});

const cliffs = terrain({
  height: (x, z, octaves) => {
    const far = smooth(2.6, 3.4, z) * smooth(7.5, 5, z);
    const cliff = smooth(-0.5, -1.2, x + 0.25 * cloud(z * 0.8, 1, 3)) * far;
    const rocks = ridges(x * 2, z * 2, octaves, 1) * 0.4 * smooth(-0.2, -0.9, x);
    return cliff * (0.75 + ridges(x * 0.9, z * 0.9, octaves, 1) * 0.55) + rocks * far - 0.1;
  },
  view: [0.55, 0.72, 0.03],
  sun: [0.75, 0.28, 0.55],
  sunlight: [2.6, 1.5, 0.8],
  skylight: [0.3, 0.3, 0.45],
  colour: (x, _z, h, up) => {
    const rock = mottled('#322', '#865', cloud(x * 6, h * 20, 4));
    return mix(rock, '#342', smooth(0.7, 0.9, up) * smooth(0.2, 0.5, h));
  },
  sky: air('#247 #76a #e87 #fc8', 0.72, [0.74, 0.665, 0.045], '#fb6', [0.6, '#f97', '#769', 5]),
  water: ['#134', 1.4],
});
const LAMP = { x: 0.2, y: 0.36, foot: 0.64 };
/** Of a lighthouse; undefined beside it. */
const tower = (x: number, up: number): Rgb | undefined => {
  const across = (x - LAMP.x) / (0.034 - 0.012 * clamp(up));
  const shine = smooth(-1, 0.9, across) * smooth(1.15, 0.8, across);
  const band = smooth(0.02, 0.03, Math.abs(((up * 2.4) % 1) - 0.5) - 0.23);
  const wall = mix('#eed', '#b21', band);
  if (up > -0.1 && up < 0.86 && Math.abs(across) < 1)
    return times(wall, mix([0.45, 0.4, 0.5], [1.7, 1.15, 0.8], shine));
  if (up >= 0.86 && up < 0.89 && Math.abs(across) < 1.35) return [0.02, 0.01, 0.01];
  if (up >= 0.89 && up < 0.99 && Math.abs(across) < 0.7) return [3, 2.4, 1.3];
  if (up >= 0.99 && Math.abs(across) < (1.1 - up) * 8) return [0.14, 0.02, 0.02];
  return undefined;
};
const coast = over(cliffs, (light, x, y) => {
  const shown = tower(x, (LAMP.foot - y) / 0.3) ?? light;
  const [dx, dy] = [Math.abs(x - LAMP.x), Math.abs(y - LAMP.y + (x - LAMP.x) * 0.1)];
  const beam = smooth(0.06, 0, dy / (0.25 + dx * 1.6)) * smooth(0.75, 0, dx);
  const lamp = 0.7 * Math.exp(-length(dx, dy) * 26) + beam * 0.16;
  return add(add(shown, '#fea', lamp), '#fb7', glitter(x, y, 0.72, 0.74, 0.55) * 1.3);
});

const signs = bokeh(4, 0.17, ['#f62', '#fb4', '#4af', '#e4a', '#fd9'], 0.45);
const street = (x: number, y: number): Rgb =>
  add(
    ramp('#013 #136 #324 #112', y * 0.75),
    signs(x, y),
    0.25 + 1.1 * smooth(0.5, 0, Math.abs(y - 0.7)),
  );
const DROPS = [
  [0.21, 0.5],
  [0.105, 0.6],
  [0.05, 0.7],
  [0.022, 0.7],
] as const;
const rain = shaded((x, y) => {
  let light = mix(street(x, y), '#789', 0.1 + 0.05 * cloud(x * 3, y * 3, 3));
  DROPS.forEach(([cell, often], layer) => {
    for (let near = 0; near < 9; near += 1) {
      const gx = Math.floor(x / cell) + (near % 3) - 1;
      const gy = Math.floor(y / cell) + Math.floor(near / 3) - 1;
      const any = (what: number) => chance(gx, gy, layer + what);
      if (any(0) > often) continue;
      const r = cell * (0.11 + 0.19 * any(40));
      const [mx, my] = [(gx + 0.25 + 0.5 * any(10)) * cell, (gy + 0.25 + 0.5 * any(20)) * cell];
      const path = Math.abs(x - mx - noise(gx, y * 14) * 0.006) - r * 0.6 * smooth(my - 0.5, my, y);
      if (layer === 0 && y < my && path < 0) {
        const wiped = smooth(0.001, -0.004, path) * smooth(my - 0.5, my - 0.3, y);
        light = mix(light, times(street(x + path * 4, y), 0.8), wiped * 0.85);
      }
      const [dx, dy] = [(x - mx) / r, (y - my) / (r * (1.1 + 0.25 * any(7)))];
      const far = length(dx, dy) + 0.1 * noise(Math.atan2(dy, dx) * 1.3 + gx * 5, gy);
      if (far > 1) continue;
      const dark = 1 - 0.75 * smooth(0.55, 1, far) * smooth(0.9, -0.6, dy);
      const spot = 1.3 * smooth(0.24, 0.05, length(dx + 0.34, dy + 0.42));
      const rim = 0.3 * smooth(0.6, 1, far) * smooth(0.2, 0.9, dy);
      const bent = times(street(mx - dx * 0.2, my - dy * 0.24), 1.2 * dark);
      light = mix(light, add(bent, '#def', spot + rim), smooth(1, 0.88, far));
    }
  });
  return light;
});

const boards = (x: number, z: number): Rgb => {
  const board = Math.floor(x * 1.1);
  const rings =
    cloud(x * 9 + board * 5, z * 0.7, 4, board) + cloud(x * 60, z * 2.5, 2, board) * 0.4;
  const gap = smooth(0.008, 0.02, Math.abs(x * 1.1 - Math.round(x * 1.1)));
  return mix([0.02, 0.012, 0.006], mottled('#742', '#b74', rings * 1.6), gap);
};

const SILL = 1.02;
const evening = bokeh(6, 0.15, ['#fc6', '#fe9', '#f94'], 0.5);
const outside = (x: number, y: number): Rgb => {
  const far = length(x - 0.72, y - 0.5);
  const sun = 1.4 * Math.exp(-far * 8) + 0.35 * Math.exp(-far * 2.6);
  const sky = add(ramp('#58b #c9a #f96 #e74', y * 0.95), '#fb6', sun);
  const trees = smooth(-0.05, 0.1, y - 0.76 + cloud(x * 4, 2, 3) * 0.16) * 0.9;
  const hedge = add('#320', '#f83', 0.3 * Math.exp(-far * 3));
  return add(mix(sky, hedge, trees), evening(x, y), smooth(0.5, 0.9, y));
};
/** Sits with its back to us. Negative inside. */
const catAt = (x: number, y: number) => {
  const p = [x - 0.36, y] as const;
  const u = p[0];
  const ears = [-1, 1].map(side => limb(p, [side * 0.06, 0.59, side * 0.088, 0.487, 0.042, 0.003]));
  const head = melted(0.02, length(u / 1.12, y - 0.605) - 0.096, ...ears);
  const chest = length(u / 0.115, (y - 0.79) / 0.16) * 0.115 - 0.115;
  const seat = length(u / 0.158, (y - 0.94) / 0.16) * 0.155 - 0.155;
  const tail = Math.min(
    limb(p, [0.1, 1.03, 0.27, 1.07, 0.03, 0.029]),
    limb(p, [0.27, 1.07, 0.39, 1.04, 0.029, 0.026]),
    limb(p, [0.39, 1.04, 0.43, 0.97, 0.026, 0.018]),
  );
  return melted(0.03, melted(0.07, chest, seat, head), tail, Math.max(seat, y - 1.075));
};
const cat = shaded((x, y) => {
  const bar = Math.min(Math.abs(x - 0.5), Math.abs(y - 0.24) * 1.1) - 0.012;
  let light = mix(
    outside(x, y),
    mix('#210', '#864', smooth(-0.012, 0, bar)),
    smooth(0.002, -0.002, bar),
  );
  if (y > SILL) {
    const depth = (y - SILL) / 0.3;
    const shine = outside(clamp(x + 0.03 * noise(x * 9, y * 30)), 0.8 - depth * 0.5);
    light = add(times(boards(y * 1.2, x * 4), 0.12 + 0.12 * depth), shine, 0.3 * (1 - depth) ** 2);
    const near = length((x - 0.36) / 1.9, (y - 1.09) / 0.4);
    light = times(light, 1 - 0.7 * smooth(0.16, 0.06, near) * smooth(SILL, SILL + 0.02, y));
  }
  const hair = cloud(x * 160, y * 90, 3);
  const body = catAt(x, y) + hair * 0.0035;
  const edge = smooth(0.03, 0.001, -body) ** 2 * (0.3 + 0.7 * smooth(0.3, 0.48, x));
  const stripes = smooth(0.1, 0.6, Math.sin(y * 75 + Math.sin((x - 0.36) * 22) * 2)) * 0.8;
  const fur = add(
    times(mix('#432', '#110', stripes), 0.5 + 0.5 * hair),
    '#fb7',
    edge * 0.8 + 0.012,
  );
  light = mix(light, fur, smooth(0.002, -0.002, body));
  const fold = Math.sin(x * 150 + Math.sin(y * 3) * 2) * 0.5 + Math.sin(x * 61) * 0.5;
  const hem = x + 0.02 * Math.sin(y * 4 + 1) - 0.03 * smooth(0.2, 1.1, y);
  const cloth = add(times('#b86', 0.3 + 0.25 * fold), '#fb7', 0.12 + 0.1 * fold);
  return mix(light, cloth, smooth(0.17, 0.15, hem) * 0.95);
});

const dogAt = (x: number, y: number) => {
  const p = [x - 0.3, y - 1.05] as const;
  const body = melted(
    0.045,
    limb(p, [-0.05, -0.11, 0.055, -0.3, 0.095, 0.07]),
    limb(p, [-0.04, -0.06, 0.02, -0.02, 0.075, 0.06]),
    limb(p, [0.075, -0.25, 0.1, 0.02, 0.042, 0.024]),
    limb(p, [0.055, -0.3, 0.08, -0.42, 0.062, 0.055]),
  );
  const ear = limb(p, [0.055, -0.49, 0.022, -0.41, 0.024, 0.026]);
  const muzzle = limb(p, [0.12, -0.44, 0.2, -0.425, 0.04, 0.024]);
  const head = melted(0.02, limb(p, [0.08, -0.455, 0.11, -0.455, 0.062, 0.055]), muzzle, ear);
  return melted(0.025, body, head, limb(p, [-0.1, -0.02, -0.22, -0.12, 0.024, 0.01]));
};
const dusk = air('#137 #648 #e76 #fb5', 0.95, [0.6, 0.66, 0.13], '#fa4', [0.5, '#f85', '#968', 8]);
/** How high in its blade a place is; negative beside all of them. */
const blades = (x: number, down: number) => {
  let most = -1;
  for (let layer = 0; layer < 3; layer += 1) {
    const gap = 0.008 + layer * 0.004;
    for (let at = Math.floor(x / gap) - 3; at <= Math.floor(x / gap) + 3; at += 1) {
      const t = (layer * 0.05 - down) / (0.03 + 0.07 * chance(at, layer, 3)) / (1 + layer * 0.5);
      const lean = (chance(at, layer, 4) - 0.35) * 0.05 * t * t;
      const isHit = Math.abs(x - (at + 0.5) * gap - lean) < 0.0014 + 0.0022 * (1 - t);
      if (t > 0 && t < 1 && isHit) most = Math.max(most, t);
    }
  }
  return most;
};
const dog = shaded((x, y) => {
  let light = dusk(x, y);
  for (let layer = 0; layer < 3; layer += 1) {
    const crest = 0.84 + layer * 0.055 + cloud(x * (1.5 + layer), layer * 7 + 2, 4) * 0.1;
    const hill = add(
      mix('#b54', '#312', layer / 2.4),
      '#fa4',
      0.5 * Math.exp(-length(x - 0.6, y - 0.66) * 4),
    );
    light = mix(light, hill, smooth(-0.003, 0.003, y - crest));
  }
  const body = dogAt(x, y) + cloud(x * 160, y * 100, 3) * 0.0035;
  const rim = smooth(0.03, 0.002, -body) ** 2 * smooth(0.2, 0.45, x);
  light = mix(light, add('#211', '#fa5', rim * 0.9), smooth(0.003, -0.003, body));
  const down = y - 1.04 - 0.24 * (x - 0.35) ** 2 - cloud(x * 2, 5, 3) * 0.02;
  const tip = blades(x, down);
  if (down < 0 && tip < 0) return light;
  const warm = (0.08 + 0.6 * Math.max(0, tip)) * Math.exp(-length(x - 0.6, y - 1) * 3.2);
  return add(mix('#000', '#320', smooth(1.3, 1, y)), '#fa3', warm);
});

const meadow = bokeh(9, 0.22, ['#7a5', '#ac8', '#c8a'], 0.4);
/** The light on the petal that lies on top, from the heart outwards. */
const peony = shaded((x, y) => {
  const [px, py] = [x - 0.5, (y - 0.64) * 1.04];
  let above = 9;
  for (let ring = 0; ring < 9; ring += 1) {
    const reach = 0.07 + ring * 0.052 - ring * ring * 0.0009;
    const petals = 5 + Math.floor(ring / 2);
    const outside = length(px, py) - reach * 1.1;
    if (outside > 0) {
      above = Math.min(above, outside);
      continue;
    }
    for (let at = 0; at < petals; at += 1) {
      const turn = ((at + 0.65 * ring + 0.3 * chance(at, ring, 2)) * 6.283) / petals;
      const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
      const [along, across] = [px * cos + py * sin, py * cos - px * sin];
      if (along < -0.08) continue;
      const wide = reach * (0.56 + 0.12 * chance(at, ring, 5));
      const frill = Math.cos((across / wide) * 7 + at) + cloud(across * 24, ring * 3 + at, 3);
      const t = length((along - reach * 0.52) / (reach * (0.5 + 0.045 * frill)), across / wide);
      if (t > 1) {
        above = Math.min(above, (t - 1) * wide);
        continue;
      }
      const veins = 0.95 + 0.09 * noise(Math.atan2(across, along + 0.1) * 60, ring * 7 + at);
      const tint = (along / reach) * 0.72 + ring * 0.02 + 0.02;
      const lit = 0.72 - 0.17 * cos - 0.24 * sin + 0.18 * smooth(0.82, 1, t) * (1 - sin);
      const shadow = 0.3 + 0.7 * smooth(0, 0.045 + ring * 0.004, above);
      const curl = 1 - 0.3 * smooth(0.2, 1, Math.abs(across) / wide) * (across * cos > 0 ? 1 : 0.2);
      return times(ramp('#a06 #d36 #f7a #fac #fde', tint), veins * lit * shadow * curl * 1.45);
    }
  }
  const leaves = add(mottled('#132', '#364', cloud(x * 5, y * 5, 4)), meadow(x, y), 0.35);
  return times(leaves, 0.3 + 0.7 * smooth(0, 0.16, above));
});

/** Light on something round about a line: `across` it from -1 to 1, `lean` is how far it leans back. */
const turned = (across: number, lean: number, colour: Rgb, gloss: number, lamp: Rgb): Rgb => {
  const out = Math.sqrt(Math.max(0, 1 - across * across));
  const size = length(across, lean, out);
  const [nx, ny, nz] = [across / size, lean / size, out / size];
  const facing = nx * lamp[0] + ny * lamp[1] + nz * lamp[2];
  const half = (facing + nz) / length(lamp[0], lamp[1], lamp[2] + 1);
  const lit = add([0.1, 0.12, 0.16], [1.5, 1.3, 1.05], clamp(facing * 0.9 + 0.1));
  const glint = gloss * clamp(half) ** (16 + gloss * 90) * (0.5 + gloss);
  return add(add(times(colour, lit), '#cdf', gloss * 0.22 * (1 - nz) ** 3), '#fff', glint);
};

const TABLE = 0.62;
const WINDOW: Rgb = [-0.62, 0.6, 0.5];
const FRUITS = [
  [0.24, 0.72, 0.125],
  [0.44, 0.67, 0.11],
  [0.82, 0.98, 0.155],
] as const;
const orange = (dx: number, dy: number): Rgb => {
  const stalk = smooth(0.17, 0.1, length(dx - 0.06, dy + 0.74));
  const round = Math.sqrt(Math.max(0.02, 1 - dy * dy));
  const pores = noise(dx * 26, dy * 26) + cloud(dx * 3, dy * 3, 3);
  const peel = mix(mottled('#d50', '#f80', pores * 0.6), '#241', stalk);
  return turned(dx / round, -dy / round, peel, 0.4, WINDOW);
};
const room = bokeh(1, 0.13, ['#fd9', '#db7'], 0.35);
/** A cup about x 0, from its foot at y 0 upwards; undefined beside it. */
const cupAt = (x: number, y: number): Rgb | undefined => {
  const mouth = length(x / 0.205, (y - 0.235) / 0.06);
  const brew = length(x / 0.185, (y - 0.225) / 0.05);
  if (brew < 1)
    return add(
      mix('#a30', '#310', smooth(0.1, 0.9, brew + x)),
      '#fd9',
      smooth(0.5, 0, length(x + 0.06, (y - 0.24) * 3) * 9) * 0.5,
    );
  if (mouth < 1) return mix('#ccc', '#667', smooth(0.2, -0.2, x));
  const up = (y + 0.03 * Math.sqrt(Math.max(0, 1 - (x / 0.2) ** 2))) / 0.235;
  const wide = 0.11 + 0.095 * Math.sqrt(clamp(up));
  const across = x / wide;
  if (up < 0 || up > 1.1 || Math.abs(across) > 1) return undefined;
  const turn = Math.asin(clamp(across, -1, 1)) * 5;
  const leaves = Math.sin(turn + Math.sin(up * 14) * 1.4) * Math.sin(up * 24 + Math.sin(turn));
  const blue =
    smooth(0.3, 0.7, leaves) * smooth(0.16, 0.25, up) + smooth(0.03, 0.02, Math.abs(up - 0.1));
  return turned(across, -0.35 + 0.1 * up, mix('#dcd', '#136', clamp(blue) * 0.9), 0.75, WINDOW);
};
/** A cup of tea and oranges at a window. */
const tea = shaded((x, y) => {
  const behind = add(mix('#110', '#653', smooth(0.9, 0, x) * smooth(1, 0.1, y)), room(x, y), 0.5);
  const deep = 0.35 / (y - TABLE + 0.28);
  let light =
    y < TABLE ? behind : times(boards((x - 0.5) * deep * 3.2 + 0.3, deep * 6), 0.9 - 0.35 * x);
  light = mix(light, behind, smooth(0.08, 0, y - TABLE));
  light = add(light, '#fc8', 0.1 * smooth(TABLE, 0.9, y) * smooth(0.5, 0, x));
  for (const [mx, my, r] of [...FRUITS, [0.53, 1.03, 0.24] as const]) {
    const far = length((x - mx - r * 0.75) / 1.7, (y - my - r * 0.78) / 0.42) / r;
    if (y > TABLE) light = times(light, 1 - 0.78 * smooth(1.15, 0.35, far));
  }
  for (const [mx, my, r] of FRUITS.slice(0, 2))
    light = mix(
      light,
      orange((x - mx) / r, (y - my) / r),
      smooth(1, 0.985, length(x - mx, y - my) / r),
    );
  const dish = length(x - 0.52, (y - 1.01) / 0.36) / 0.32;
  const rim = mix(
    mix('#778', '#ccd', smooth(0.75, 0.25, x)),
    '#136',
    smooth(0.025, 0.015, Math.abs(dish - 0.9)),
  );
  light = mix(
    light,
    times(rim, 0.5 + 0.5 * smooth(0.3, 0.75, dish) - 0.25 * smooth(0.97, 1, dish)),
    smooth(1, 0.99, dish),
  );
  light = cupAt(x - 0.52, 1.02 - y) ?? light;
  const [mx, my, r] = FRUITS[2];
  return mix(
    light,
    orange((x - mx) / r, (y - my) / r),
    smooth(1, 0.985, length(x - mx, y - my) / r),
  );
});

const LANTERNS = [
  [0.62, 0.62, 0.05],
  [0.4, 0.78, 0.06],
  [0.86, 0.75, 0.07],
  [0.1, 0.7, 0.075],
  [0.62, 0.3, 0.1],
  [0.28, 0.5, 0.145],
  [0.78, 0.42, 0.19],
] as const;
const market = bokeh(1, 0.11, ['#f93', '#fc6', '#f42', '#fa4'], 0.5);
const CANDLE: Rgb = [-0.3, 0.3, 0.9];
/** Nearer ones over those that are far away. */
const lanterns = shaded((x, y) => {
  const crowd = (smooth(0.65, 1, y) * 0.9 + 0.2) * smooth(0.1, 0.6, y);
  let light = add(ramp('#013 #125 #412 #200', y * 0.8), market(x, y), crowd);
  for (const [mx, my, r] of LANTERNS) {
    const [dx, dy] = [(x - mx) / r, (y - my) / r];
    light = add(light, '#f31', 0.12 * Math.exp(-length(dx, dy) * 1.1));
    const [edge, tall] = [0.012 / r, Math.abs(dy)];
    if (dy < 0 && Math.abs(dx) < 0.022) light = [0.25, 0.1, 0.02];
    const fringe =
      Math.abs(dx) < 0.13 + 0.04 * Math.sin(dx * 90) &&
      dy > 0.8 &&
      dy < 1.75 + 0.05 * Math.sin(dx * 130);
    if (fringe)
      light = turned(dx / 0.2, 0, mottled('#a30', '#f92', Math.sin(dx * 110)), 0.3, CANDLE);
    const wide = Math.sqrt(Math.max(0, 1 - (dy * 1.18) ** 2));
    const across = dx / Math.max(0.01, wide);
    const ribs = Math.abs(Math.cos(Math.asin(clamp(across, -1, 1)) * 9)) ** 0.5;
    const warm =
      Math.exp(-(((dy - 0.12) / 0.5) ** 2) - across * across * 0.9) * (0.55 + 0.45 * ribs);
    const silk = add(times(mix('#600', '#c10', ribs), 0.35), [1.9, 0.26, 0.05], warm);
    if (tall < 0.76) light = mix(light, silk, smooth(1, 1 - edge, Math.abs(across)));
    if (tall > 0.7 && tall < 0.86 && Math.abs(dx) < 0.5)
      light = turned(dx / 0.5, 0, mottled('#841', '#ea4', Math.sin(dx * 60)), 0.6, CANDLE);
  }
  return light;
});

/** What photos show. */
export const scenes = { peaks, lake, dunes, moon, coast, rain, cat, dog, peony, tea, lanterns };
export type SceneName = keyof typeof scenes;

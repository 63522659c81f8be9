/** Linear light, 1 is white. */
export type Rgb = readonly [red: number, green: number, blue: number];
/** Also as designers write it, `#f80`. */
export type Light = Rgb | string;

/** The light at a place: x from 0 to 1 across the picture, y in the same unit from the top. */
export type Shader = (x: number, y: number) => Rgb;
/** Three numbers a pixel. */
export type Draw = (width: number, height: number) => Float32Array;

export const clamp = (x: number, low = 0, high = 1) => (x < low ? low : x > high ? high : x);

/** 0 before `a`, 1 after `b`, smooth in between. */
export const smooth = (a: number, b: number, x: number) => {
  const t = clamp((x - a) / (b - a));
  return t * t * (3 - 2 * t);
};

/** `Math.hypot` takes ten times as long. */
export const length = (x: number, y: number, z = 0) => Math.sqrt(x * x + y * y + z * z);

const part = (letter = '0') => (Number.parseInt(letter, 16) / 15) ** 2.2;
const known = new Map<string, Rgb>();
const rgb = (light: Light): Rgb => {
  if (typeof light !== 'string') return light;
  const found = known.get(light) ?? [part(light[1]), part(light[2]), part(light[3])];
  known.set(light, found);
  return found;
};

export const mix = (from: Light, to: Light, t: number): Rgb => {
  const [a, b] = [rgb(from), rgb(to)];
  return [a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t, a[2] + (b[2] - a[2]) * t];
};

/** The second one `t` times on top. */
export const add = (to: Light, more: Light, t = 1): Rgb => {
  const [a, b] = [rgb(to), rgb(more)];
  return [a[0] + b[0] * t, a[1] + b[1] * t, a[2] + b[2] * t];
};

export const times = (light: Light, by: Rgb | number): Rgb => {
  const [[r, g, b], [x, y, z]] = [rgb(light), typeof by === 'number' ? [by, by, by] : by];
  return [r * x, g * y, b * z];
};

const stopsOf = new Map<string, string[]>();
/** The colours between evenly spaced ones, `#258 #59c #fb9`. */
export const ramp = (colours: string, t: number): Rgb => {
  const stops = stopsOf.get(colours) ?? colours.split(' ');
  stopsOf.set(colours, stops);
  const at = clamp(t) * (stops.length - 1);
  const low = Math.min(stops.length - 2, Math.floor(at));
  return mix(stops[low]!, stops[low + 1]!, at - low);
};

/** Every pixel by itself. */
export const shaded =
  (shader: (x: number, y: number, at: number) => Rgb): Draw =>
  (width, height) => {
    const pixels = new Float32Array(width * height * 3);
    for (let at = 0; at < width * height; at += 1)
      pixels.set(shader((at % width) / width, Math.floor(at / width) / width, at), at * 3);
    return pixels;
  };

export const pixelAt = (pixels: Float32Array, at: number): Rgb => [
  pixels[at * 3]!,
  pixels[at * 3 + 1]!,
  pixels[at * 3 + 2]!,
];

/** Changes what was drawn before. */
export const over =
  (draw: Draw, change: (light: Rgb, x: number, y: number) => Rgb): Draw =>
  (width, height) => {
    const pixels = draw(width, height);
    return shaded((x, y, at) => change(pixelAt(pixels, at), x, y))(width, height);
  };

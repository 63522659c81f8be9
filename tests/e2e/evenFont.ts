import type { Page } from '@playwright/test';

/**
 * A font in which every character is a box: one em wide from the Chinese punctuation on, 0.55 em before it. Texts are then
 * as wide on every machine as Chinese ones are, whichever fonts are installed.
 */

const EM = 1_000;
const NARROW = 550;
const ASCENT = 880;
const DESCENT = ASCENT - EM;

const u8 = (count: number, value = 0) => Array<number>(count).fill(value);
const u16 = (...values: number[]) => values.flatMap(value => [(value >> 8) & 0xff, value & 0xff]);
const u32 = (...values: number[]) => values.flatMap(value => u16(value >>> 16, value));

const box = (width: number) => [
  ...u16(1, 0, 0, width, ASCENT),
  // Its last point, no instructions, and four points on the outline, each stored as the distance from the one before.
  ...u16(3, 0),
  ...u8(4, 1),
  ...u16(0, 0, width, 0),
  ...u16(0, ASCENT, 0, -ASCENT),
];
const glyphs = [[], box(EM), box(NARROW)];
const widths = [EM, EM, NARROW];
/** First character, last character, and the glyph of all of them. */
const groups = [
  [0x20, 0x200f, 2],
  [0x2010, 0x1ffff, 1],
] as const;
const offsets = glyphs.map((_, at) => glyphs.slice(0, at).flat().length);

const tables: Record<string, number[]> = {
  'OS/2': [
    ...u16(4, EM, 400, 5, 0),
    ...u16(600, 600, 0, 100, 600, 600, 0, 400, 50, 300, 0),
    ...u8(10 + 16 + 4),
    ...u16(0xc0, 0x20, 0xffff, ASCENT, DESCENT, 0, ASCENT, -DESCENT),
    ...u32(0, 0),
    ...u16(500, 700, 0, 0x20, 0),
  ],
  cmap: [
    ...u16(0, 1, 3, 10),
    ...u32(12),
    ...u16(13, 0),
    ...u32(16 + groups.length * 12, 0, groups.length, ...groups.flat()),
  ],
  glyf: glyphs.flat(),
  head: [
    ...u32(0x10000, 0x10000, 0, 0x5f0f3cf5),
    ...u16(0, EM),
    ...u32(0, 0, 0, 0),
    ...u16(0, 0, EM, ASCENT, 0, 8, 2, 0, 0),
  ],
  hhea: [...u32(0x10000), ...u16(ASCENT, DESCENT, 0, EM, 0, 0, EM, 1), ...u8(14), ...u16(3)],
  hmtx: widths.flatMap(width => u16(width, 0)),
  loca: [...offsets, glyphs.flat().length].flatMap(offset => u16(offset / 2)),
  maxp: [...u32(0x10000), ...u16(glyphs.length, 4, 1, 0, 0, 1), ...u8(16)],
  name: u16(0, 0, 6),
  post: [...u32(0x30000, 0), ...u16(-100, 50), ...u8(20)],
};

/** As a file: the list of the tables, then each of them on a multiple of four bytes. */
const file = () => {
  const names = Object.keys(tables);
  const list: number[] = [];
  const content: number[] = [];
  for (const name of names) {
    const table = tables[name]!;
    list.push(...Buffer.from(name), ...u32(0, 12 + names.length * 16 + content.length));
    list.push(...u32(table.length));
    content.push(...table, ...u8(-table.length & 3));
  }
  return [...u32(0x10000), ...u16(names.length, 128, 3, 32), ...list, ...content];
};

/** Runs in the browser. The font is the first that both sides name; what is in `code` has that of its surroundings. */
const addFont = (bytes: number[]) => {
  // Of every weight, so that nothing is made bold, which is wider.
  const font = new FontFace('PingFang SC', new Uint8Array(bytes), { weight: '100 900' });
  document.fonts.add(font);
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('code, kbd, pre, samp, textarea { font-family: inherit !important }');
  document.adoptedStyleSheets.push(sheet);
};

/** From the next load on. */
export const useEvenFont = (page: Page) => page.addInitScript(addFont, file());

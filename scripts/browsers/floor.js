/**
 * What the oldest browsers lack that each side is made for. Which these are stands in package.json (`browserslist`); from
 * it follow Vite's target, the lint, the check of the built files and what `tests/e2e/oldBrowser.spec.ts` takes away.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';

/**
 * @typedef {'visitors' | 'administration'} Side
 * @typedef {Record<string, any> & { type: string; start: number; end: number }} Node As ESTree describes it.
 */

/** @type {{ browserslist: Record<Side, string> }} */
const { browserslist } = JSON.parse(
  readFileSync(path.join(import.meta.dirname, '../../package.json'), 'utf8'),
);
/** @type {(side: Side) => [browser: string, version: number][]} */
const floorOf = side =>
  browserslist[side].split(', ').map(one => [one.split(' ')[0] ?? '', Number(one.split(' ')[1])]);

/**
 * The build's. Both sides share files, and visitors' browsers are the older ones. Below Chrome 91 every `?.` would be written
 * anew, 5 KB, for the sake of one kind of call, which is looked for instead.
 */
export const target = [
  ...new Map([...floorOf('administration'), ...floorOf('visitors')]).entries(),
].map(([name, version]) => name.replace('ios_saf', 'ios') + (version === 89 ? 91 : version));

/** @type {Record<string, RegExp>} */
const inScripts = { lookbehind: /\(\?<[=!]/, 'flag v': / flags \w*v/ };
/** @type {typeof inScripts} What merely has no effect where it is not known, as `accent-color`, is left out. */
const inStyles = {
  ':has()': /:has\(/,
  '@layer': /@layer\b/,
  '@container': /@container\b/,
  'single transforms': /[{;]\s*(translate|scale|rotate)\s*:/,
  'color-mix()': /color-mix\(/,
  dvh: /\d[dsl]v[hwib]/,
};

/**
 * The first Chrome, Safari (iOS as well) and Firefox that have all of a row, as MDN says. `Object.hasOwn` is called on what it names,
 * `.at` on anything, a bare name is called or constructed.
 *
 * @type {[chrome: number, safari: number, firefox: number, ...names: string[]][]}
 */
const later = [
  [37, 15.4, 98, '.showModal'],
  [47, Infinity, 55, 'requestIdleCallback'],
  [62, 16.4, 78, 'lookbehind'],
  [76, 16, 75, '.requestSubmit'],
  [80, 16.4, 113, 'CompressionStream', 'DecompressionStream', 'OffscreenCanvas'],
  [87, 14.1, 125, 'Intl.Segmenter'],
  [91, 13.1, 74, 'spread in an optional call'],
  [92, 15.4, 95, '.at', 'crypto.randomUUID'],
  [93, 15.4, 92, 'Object.hasOwn', 'AbortSignal.abort'],
  [98, 15.4, 95, 'structuredClone', 'reportError'],
  [99, 16, 101, '.showPicker', '@layer'],
  [100, 15.4, 104, '.throwIfAborted', '.findLast', '.findLastIndex'],
  [104, 14.1, 72, 'single transforms'],
  [105, 15.4, 121, ':has()'],
  [105, 17.4, 115, '.checkVisibility', 'Response.json', '@container'],
  [108, 15.4, 101, 'dvh'],
  [110, 16, 115, '.toSorted', '.toReversed', '.toSpliced', '.with'],
  [111, 16.4, 119, '.isWellFormed', '.toWellFormed', 'color-mix()'],
  [116, 17.4, 124, 'AbortSignal.any', 'Object.groupBy', 'Map.groupBy', '.showPopover', 'flag v'],
  [120, 17, 115, 'URL.canParse'],
  [121, 16.4, 115, 'Array.fromAsync'],
  [122, 17.4, 127, '.union', '.intersection', '.difference', 'Promise.withResolvers'],
  [124, 16, 100, 'AbortSignal.timeout'],
  [128, 18.2, 134, 'Promise.try', 'URL.parse', 'RegExp.escape'],
];

/** @type {(side: Side) => string[]} */
const missingOf = side =>
  later.flatMap(([chrome, safari, firefox, ...names]) => {
    /** @type {Record<string, number>} */
    const since = { chrome, safari, ios_saf: safari, firefox };
    return floorOf(side).some(([name, version]) => (since[name] ?? 0) > version) ? names : [];
  });

/** What each side's floor lacks. */
export const missing = {
  visitors: missingOf('visitors'),
  administration: missingOf('administration'),
};

/** Those that `src/laterFunctions.ts` adds. */
export const added =
  '.at .showModal .throwIfAborted Object.hasOwn URL.canParse crypto.randomUUID Intl.Segmenter'.split(
    ' ',
  );

/** @type {(table: typeof inScripts, side: Side, text: string) => string[]} */
const found = (table, side, text) => missing[side].filter(name => table[name]?.test(text));

/** @type {(side: Side, styles: string) => string[]} What of styles outside `@supports` a side's floor lacks. */
export const laterInStyles = (side, styles) => found(inStyles, side, styles);

/** @type {(side: Side, node: Node, text: string) => string[]} What of a part of a script, in its text, a side's floor lacks. */
export const laterInNode = (side, node, text) => {
  if (node.type === 'Literal' || node.type === 'TemplateElement')
    return found(
      inScripts,
      side,
      `${text.slice(node.start, node.end)} flags ${node['regex']?.flags ?? ''}`,
    );
  if (node.type !== 'CallExpression' && node.type !== 'NewExpression') return [];
  const { callee, optional, arguments: given } = /** @type {Record<string, any>} */ (node);
  const method = callee.computed ? '' : callee.property?.name;
  const names = [callee.name, `${callee.object?.name}.${method}`];
  // zod's functions have names of Set's.
  if (!optional && callee.object?.name !== 'z') names.push(`.${method}`);
  if (optional && given.some((/** @type {Node} */ one) => one.type === 'SpreadElement'))
    names.push('spread in an optional call');
  // Named shortly before, it is asked for first.
  const before = text.slice(Math.max(0, node.start - 60), node.start);
  return missing[side].filter(
    name =>
      names.includes(name) && !added.includes(name) && !before.includes(name.replace(/.*\./, '')),
  );
};

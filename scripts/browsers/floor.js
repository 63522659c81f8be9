/**
 * What the oldest browsers lack that each side is made for. Which these are stands in package.json (`browserslist`); from
 * it follow Vite's target, the lint, the check of the built files and what `tests/e2e/oldBrowser.spec.ts` takes away.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';

/**
 * @typedef {'visitors' | 'administration'} Side
 * @typedef {Record<string, any> & { type: string; start: number }} Node A part of a script, as ESTree describes it.
 */

const { browserslist } = JSON.parse(
  readFileSync(path.join(import.meta.dirname, '../../package.json'), 'utf8'),
);
/** @type {(side: Side) => [browser: string, version: number][]} */
const floorOf = side =>
  browserslist[side].map((/** @type {string} */ line) => {
    const [browser = '', version] = line.split(' ');
    return [browser, Number(version)];
  });

/** @type {Side[]} */
export const sides = ['visitors', 'administration'];

/** What Chrome 89 lacks of syntax, for which the build would write every `?.` anew: 5 KB. Found where it is used instead. */
const CHROME_OF_BUILD = 91;

/** The build's, the lowest of both sides, which share files. */
export const target = Object.entries(
  Object.fromEntries(sides.flatMap(floorOf).sort(([, one], [, other]) => other - one)),
).map(([browser, version]) =>
  browser === 'chrome'
    ? `chrome${Math.max(version, CHROME_OF_BUILD)}`
    : browser.replace('ios_saf', 'ios') + version,
);

const browsers = ['chrome', 'safari', 'firefox'];
/**
 * The first Chrome, Safari (iOS as well) and Firefox that have it, as MDN's tables say. `Object.hasOwn` is called on what it
 * names, `.at` on anything, a bare name is called or constructed; `filled` is what `src/laterFunctions.ts` adds.
 *
 * @type {Record<string, [chrome: number, safari: number, firefox: number, filled?: 'filled']>}
 */
const functions = {
  '.at': [92, 15.4, 90, 'filled'],
  '.findLast': [97, 15.4, 104, 'filled'],
  '.findLastIndex': [97, 15.4, 104, 'filled'],
  '.toSorted': [110, 16, 115, 'filled'],
  '.toReversed': [110, 16, 115],
  '.toSpliced': [110, 16, 115],
  '.with': [110, 16, 115],
  '.isWellFormed': [111, 16.4, 119],
  '.toWellFormed': [111, 16.4, 119],
  '.union': [122, 17, 127],
  '.intersection': [122, 17, 127],
  '.difference': [122, 17, 127],
  '.isSubsetOf': [122, 17, 127],
  '.getOrInsert': [145, 26.2, 144],
  '.throwIfAborted': [100, 15.4, 97, 'filled'],
  '.showModal': [37, 15.4, 98, 'filled'],
  '.requestSubmit': [76, 16, 75],
  '.showPicker': [99, 16, 101],
  '.checkVisibility': [105, 17.4, 106],
  '.showPopover': [114, 17, 125],
  '.toBase64': [140, 18.2, 133],
  'Object.hasOwn': [93, 15.4, 92, 'filled'],
  'Object.groupBy': [117, 17.4, 119],
  'Map.groupBy': [117, 17.4, 119],
  'Array.fromAsync': [121, 16.4, 115],
  'Promise.withResolvers': [119, 17.4, 121],
  'Promise.try': [128, 18.2, 134],
  'Response.json': [105, 17, 115],
  'AbortSignal.abort': [93, 15, 88],
  'AbortSignal.timeout': [124, 16, 100],
  'AbortSignal.any': [116, 17.4, 124],
  'URL.canParse': [120, 17, 115, 'filled'],
  'URL.parse': [126, 18, 126],
  'RegExp.escape': [136, 18.2, 134],
  'Error.isError': [134, 18.4, 138],
  'crypto.randomUUID': [92, 15.4, 95, 'filled'],
  'Intl.Segmenter': [87, 14.1, 125, 'filled'],
  'Intl.supportedValuesOf': [99, 15.4, 93],
  'Intl.DurationFormat': [136, 16.4, 136],
  structuredClone: [98, 15.4, 94],
  requestIdleCallback: [47, Infinity, 55],
  reportError: [95, 15.4, 93],
  OffscreenCanvas: [69, 16.4, 105],
  CompressionStream: [80, 16.4, 113],
  DecompressionStream: [80, 16.4, 113],
};
/** @type {Record<string, [since: number[], isMeant: (node: Node) => boolean]>} */
const syntax = {
  'a static block': [[94, 16.4, 93], ({ type }) => type === 'StaticBlock'],
  '#name in': [[91, 15, 90], ({ left }) => left?.type === 'PrivateIdentifier'],
  'a spread in an optional call': [
    [91, 13.1, 74],
    node =>
      node['optional'] &&
      node['arguments']?.some((/** @type {Node} */ { type }) => type === 'SpreadElement'),
  ],
};
/** @type {Record<string, { pattern: RegExp, since: [chrome: number, safari: number, firefox: number] }>} */
const regular = {
  'a lookbehind': { pattern: /\(\?<[=!]/, since: [62, 16.4, 78] },
  'a modifier of a group': { pattern: /\(\?[ims]*-?[ims]+:/, since: [125, 26, 132] },
};
/** @type {typeof regular} Outside `@supports`; what merely has no effect, as `accent-color`, is left out. */
const styles = {
  ':has()': { pattern: /:has\(/, since: [105, 15.4, 121] },
  '@layer': { pattern: /@layer\b/, since: [99, 15.4, 97] },
  '@container': { pattern: /@container\b/, since: [105, 16, 110] },
  '@scope': { pattern: /@scope\b/, since: [118, 26.4, 146] },
  nesting: { pattern: /[{;]\s*&/, since: [120, 17.2, 117] },
  'media ranges': { pattern: /@media[^{]*[<>]/, since: [104, 16.4, 102] },
  'units as dvh': { pattern: /\d[dsl]v[hwib]/, since: [108, 15.4, 101] },
  'color-mix()': { pattern: /color-mix\(/, since: [111, 16.2, 113] },
  'light-dark()': { pattern: /light-dark\(/, since: [123, 17.5, 120] },
  'oklch()': { pattern: /\bok(lch|lab)\(/, since: [111, 15.4, 113] },
  'single transforms': { pattern: /[{;]\s*(translate|scale|rotate)\s*:/, since: [104, 14.1, 72] },
};

/** @type {(side: Side, since: readonly unknown[]) => boolean} */
const lacks = (side, since) =>
  floorOf(side).some(
    ([browser, version]) =>
      Number(since[browsers.indexOf(browser === 'ios_saf' ? 'safari' : browser)]) > version,
  );

/** @type {(side: Side) => string[]} The functions that a side's floor lacks. */
export const missingFunctions = side =>
  Object.keys(functions).filter(name => lacks(side, functions[name] ?? []));

/** Those of them, on either side, that `src/laterFunctions.ts` adds. */
export const filledFunctions = Object.keys(functions).filter(name => functions[name]?.[3]);

/** @type {(table: typeof regular, side: Side, text: string) => string[]} */
const foundIn = (table, side, text) =>
  Object.entries(table)
    .filter(([, { pattern, since }]) => lacks(side, since) && pattern.test(text))
    .map(([name]) => name);

/**
 * @type {(side: Side, node: Node, text: string) => string[]} What of a script's node, in its text, a side's floor lacks. A
 *   call is let pass whose function is named shortly before, which asks whether it is there.
 */
export const laterInNode = (side, node, text) => {
  for (const [name, [since, isMeant]] of Object.entries(syntax))
    if (lacks(side, since) && isMeant(node)) return [name];
  if (node.type === 'Literal' && node['regex'])
    return [
      ...foundIn(regular, side, node['regex'].pattern),
      ...(/v/.test(node['regex'].flags) && lacks(side, [112, 17, 116]) ? ['the flag v'] : []),
    ];
  if (node.type === 'Literal' || node.type === 'TemplateElement')
    return foundIn(regular, side, String(node['value']?.raw ?? node['value'])).slice(0, 1);
  if (node.type !== 'CallExpression' && node.type !== 'NewExpression') return [];
  const { callee } = node;
  const property = callee.computed ? '' : (callee.property?.name ?? '');
  const names = [
    callee.name,
    `${callee.object?.name}.${property}`,
    // zod's functions have names of Set's.
    ...(node['optional'] || callee.object?.name === 'z' ? [] : [`.${property}`]),
  ];
  return names.filter(name => {
    const since = Object.hasOwn(functions, name) ? functions[name] : undefined;
    if (!since || since[3] || !lacks(side, since)) return false;
    const before = text.slice(Math.max(0, node.start - 60), node.start);
    return !before.includes(name.replace(/.*\./, ''));
  });
};

/** @type {(side: Side, text: string) => string[]} What of a style sheet a side's floor lacks. */
export const laterInStyles = (side, text) => {
  const bare = text.replaceAll(/\/\*[\s\S]*?\*\//g, '');
  let left = '';
  for (let at = 0; at < bare.length; at += 1) {
    if (!bare.startsWith('@supports', at)) {
      left += bare[at];
      continue;
    }
    let depth = 0;
    do {
      at += 1;
      if (bare[at] === '{') depth += 1;
      if (bare[at] === '}') depth -= 1;
    } while (at < bare.length && (depth > 0 || bare[at] !== '}'));
  }
  return foundIn(styles, side, left);
};

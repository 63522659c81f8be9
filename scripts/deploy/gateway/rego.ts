import type { ReleasedFunction } from '../release.ts';
import { gatewayPath, openTo } from './paths.ts';

const BEGIN = '# begin image back office (written by its deployment: what is changed here is lost)';
const END = '# end image back office';
/** The platform takes no empty text; this opens nothing. */
const CLOSED = 'package authz.user\n\ndefault allow := false\n';
const MOST_LETTERS = 64 * 1024;

/** Rules on paths alone: the rules of functions say who may call them. */
export const blockFor = (functions: readonly Pick<ReleasedFunction, 'name' | 'rule'>[]): string =>
  [
    BEGIN,
    'allow if {',
    '\tinput.cloudbase.resource_type == "functions"',
    '\tinput.request.path in {',
    openTo(functions)
      .registered.map(name => `\t\t${JSON.stringify(gatewayPath(name))}`)
      .join(',\n'),
    '\t}',
    '}',
    END,
  ].join('\n');

interface Split {
  /** What others have written, without our block and the empty lines before it. */
  foreign: string;
  block: string | undefined;
}

/** @returns undefined where our marks are damaged */
const split = (text: string): Split | undefined => {
  const begins = text.split(BEGIN).length - 1;
  const ends = text.split(END).length - 1;
  if (begins === 0 && ends === 0) return { foreign: text, block: undefined };
  const [from, to] = [text.indexOf(BEGIN), text.indexOf(END)];
  if (begins !== 1 || ends !== 1 || to < from) return undefined;
  const before = text.slice(0, from).replace(/\n+$/, '\n');
  const after = text.slice(to + END.length).replace(/^\n+/, '');
  return { foreign: before + after, block: text.slice(from, to + END.length) };
};

/** The text without what strings and comments say, of the same length. */
const bare = (text: string) =>
  text.replace(/"(?:[^"\\\n]|\\.)*"|`[^`]*`|#[^\n]*/g, found => ' '.repeat(found.length));

/** Why our rules cannot be put beside what is there. */
const obstacleIn = (foreign: string): string | undefined => {
  const code = bare(foreign);
  if (!/^\s*package\s+authz\.user\s/.test(code))
    return 'it does not begin with "package authz.user"';
  if (/["`]/.test(code)) return 'it has a text that does not end';
  let depth = 0;
  for (const sign of code) {
    if (sign === '{') depth += 1;
    if (sign === '}') depth -= 1;
    if (depth < 0) break;
  }
  if (depth !== 0) return 'its braces are not in pairs';
  if (/(^|\n)\s*allow\s*(:=|=)/.test(code))
    return 'it defines allow as one value, which takes no second rule';
  for (const { index } of code.matchAll(/(^|\n)\s*deny\b/g)) {
    const body = foreign.slice(index, bodyEnd(code, index));
    const of = /input\.cloudbase\.resource_type\s*==\s*"(\w+)"/.exec(body)?.[1];
    if (!of || of === 'functions') return 'it has a deny that may refuse our functions';
  }
  return foreign.length > MOST_LETTERS ? 'it is too long' : undefined;
};

/** The end of the rule that begins at a place: of its braces, or of its line. */
const bodyEnd = (code: string, from: number): number => {
  const open = code.indexOf('{', from);
  const line = code.indexOf('\n', from + 1);
  if (open < 0 || (line >= 0 && line < open)) return line < 0 ? code.length : line;
  let depth = 0;
  for (let at = open; at < code.length; at += 1) {
    if (code[at] === '{') depth += 1;
    if (code[at] === '}') depth -= 1;
    if (depth === 0) return at + 1;
  }
  return code.length;
};

export type Merged = { text: string } | { obstacle: string };

/** The policy of others with our block; the same text where it has this block already. */
export const withBlock = (text: string, block: string): Merged => {
  const parts = split(text);
  if (!parts) return { obstacle: 'the marks of our block are damaged' };
  if (parts.block === block) return { text };
  const foreign = parts.foreign.trim() === '' ? CLOSED : parts.foreign;
  const obstacle = obstacleIn(foreign);
  return obstacle ? { obstacle } : { text: `${foreign.replace(/\n*$/, '\n')}\n${block}\n` };
};

/** The policy that was there before, with what others have changed since. */
export const restored = (current: string, before: string): Merged => {
  const [now, then] = [split(current), split(before)];
  if (!now || !then) return { obstacle: 'the marks of our block are damaged' };
  const isEmpty = (text: string) => text.trim() === '' || text === CLOSED;
  if (now.foreign === then.foreign || (isEmpty(now.foreign) && isEmpty(then.foreign)))
    return { text: before.trim() === '' ? CLOSED : before };
  return then.block ? withBlock(current, then.block) : { text: now.foreign || CLOSED };
};

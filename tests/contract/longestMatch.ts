interface Match {
  /** Length of the longest text, as JSON. */
  bytes: number;
  /** Bytes of its widest character. */
  widest: number;
}

const NOTHING: Match = { bytes: 0, widest: 0 };
/** What is in UTF-8 three bytes long; a character outside the first plane has two units and four bytes. */
const WIDE = 3;

/**
 * How long a text can be that a regular expression matches as a whole: groups, classes, alternatives and quantifiers, as
 * our contract uses them. Look-arounds count as nothing.
 */
export const longestMatch = (source: string): Match => {
  let at = 0;

  const alternatives = (): Match => {
    let longest = sequence();
    while (source[at] === '|') {
      at += 1;
      longest = either(longest, sequence());
    }
    return longest;
  };

  const sequence = (): Match => {
    let sum = NOTHING;
    while (at < source.length && source[at] !== '|' && source[at] !== ')') {
      const one = atom();
      const times = quantifier();
      const bytes = one.bytes === 0 || times === 0 ? 0 : one.bytes * times;
      sum = { bytes: sum.bytes + bytes, widest: Math.max(sum.widest, one.widest) };
    }
    return sum;
  };

  const atom = (): Match => {
    const char = source[at] ?? '';
    if (char === '^' || char === '$') {
      at += 1;
      return NOTHING;
    }
    if (char === '(') return group();
    if (char === '[') return characterClass();
    if (char === '\\') return escape();
    at += 1;
    return wide(char === '.' ? WIDE : widthOf(char));
  };

  const group = (): Match => {
    const opening = /^\((\?(:|=|!|<=|<!))?/.exec(source.slice(at));
    at += opening?.[0].length ?? 1;
    const inside = alternatives();
    at += 1;
    return opening?.[2] === undefined || opening[2] === ':' ? inside : NOTHING;
  };

  const characterClass = (): Match => {
    const text = /^\[(\^?)((?:\\.|[^\]\\])*)\]/su.exec(source.slice(at));
    if (!text) throw new Error(`a class without its end: ${source}`);
    at += text[0].length;
    const [, negated, inside = ''] = text;
    if (negated || /\\[WDSpP]|\\u(?!00[0-7])/.test(inside)) return wide(WIDE);
    return wide(Math.max(1, ...[...inside].map(widthOf)));
  };

  const escape = (): Match => {
    const text = /^\\(u[0-9a-fA-F]{4}|.)/s.exec(source.slice(at))?.[0] ?? '\\';
    at += text.length;
    if (/^\\[bB]$/.test(text)) return NOTHING;
    return wide(/^\\[WDSpP]/.test(text) || /^\\u(?!00[0-7])/.test(text) ? WIDE : 1);
  };

  const quantifier = (): number => {
    const text = /^(?:[?*+]|\{(\d+)(,?)(\d*)\})\??/.exec(source.slice(at));
    if (!text) return 1;
    at += text[0].length;
    if (text[0].startsWith('?')) return 1;
    if (!text[0].startsWith('{')) return Infinity;
    return text[2] && !text[3] ? Infinity : Number(text[3] || text[1]);
  };

  return alternatives();
};

const wide = (width: number): Match => ({ bytes: width, widest: width });
const widthOf = (char: string) => Buffer.byteLength(JSON.stringify(char)) - 2;
const either = (one: Match, other: Match): Match => ({
  bytes: Math.max(one.bytes, other.bytes),
  widest: Math.max(one.widest, other.widest),
});

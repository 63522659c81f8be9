import { visibleForm } from '#contract/normalForm.ts';
import { simplified } from '#contract/simplified.ts';

/**
 * Whether people would read a word in a text. Both are compared by the characters that are seen, in simplified Chinese.
 *
 * - Between the characters of a word the text may have spaces, punctuation, symbols and emoji.
 * - Words of scripts with spaces, as Latin, count as whole words only: not inside a longer one, and not across a space,
 *   unless all their letters stand apart. Those of up to three letters not as a part of a longer row of such letters.
 * - Chinese has no spaces between words, so its words are found within others; but not where the text reads as two other
 *   words, of which one ends with the beginning of the word and the other one begins with its end.
 */
export const occursIn = (given: string, text: Text): boolean => {
  const all = read(given);
  // Most words end here, before more is worked out about them.
  if (!all.every(character => hyphen.test(character) || text.starts.has(character))) return false;
  const word = wordOf(all);
  return (text.starts.get(word.characters[0] ?? '') ?? []).some(start => {
    const places = placesFrom(start, word, text);
    return places !== null && isWhole(word, text, places) && !isOfOthers(text, places);
  });
};

/** What a word may be written with or without. */
const hyphen = /[\s\p{Pd}\p{Pc}\u00b7\u2022\u30fb]/u;

/** `free`: of a script that has no spaces between words. */
type Kind = 'free' | 'letter' | 'digit' | 'space' | 'mark';

const free =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

const kindOf = (character: string): Kind => {
  if (free.test(character)) return 'free';
  if (/\p{N}/u.test(character)) return 'digit';
  if (/[\p{L}\p{M}]/u.test(character)) return 'letter';
  return /\s/.test(character) ? 'space' : 'mark';
};

const isSpaced = (kind: Kind | undefined) => kind === 'letter' || kind === 'digit';
const isBetween = (kind: Kind | undefined) => kind === 'space' || kind === 'mark';

const read = (text: string): string[] => [...simplified(visibleForm(text))];

interface Word {
  characters: string[];
  kinds: Kind[];
  /** Whether the word itself has something between this character and the one before. */
  apart: boolean[];
}

const wordOf = (all: string[]): Word => {
  const isKept = (character: string) => !hyphen.test(character);
  const at = [...all.keys()].filter(place => !all.some(isKept) || isKept(all[place] ?? ''));
  const characters = at.map(place => all[place] ?? '');
  return {
    characters,
    kinds: characters.map(kindOf),
    apart: at.map((place, index) => place - (at[index - 1] ?? -1) > 1),
  };
};

interface Span {
  start: number;
  end: number;
}

export interface Text {
  characters: string[];
  kinds: Kind[];
  /** Where each character is. */
  starts: Map<string, number[]>;
  /** The word of the text, as a dictionary divides it, in which each character is. */
  spans: () => Span[];
}

export const readText = (given: string): Text => {
  const characters = read(given);
  const starts = new Map<string, number[]>();
  characters.forEach((character, at) => {
    const places = starts.get(character);
    if (places) places.push(at);
    else starts.set(character, [at]);
  });
  let spans: Span[] | undefined;
  return {
    characters,
    kinds: characters.map(kindOf),
    starts,
    spans: () => (spans ??= spansOf(characters)),
  };
};

const segmenter = new Intl.Segmenter('zh', { granularity: 'word' });

const spansOf = (characters: string[]): Span[] => {
  const spans: Span[] = [];
  for (const { segment } of segmenter.segment(characters.join(''))) {
    const start = spans.length;
    const { length } = [...segment];
    for (let at = 0; at < length; at += 1) spans.push({ start, end: start + length });
  }
  return spans;
};

/** The place of each character of the word, or null. */
const placesFrom = (start: number, { characters }: Word, text: Text): number[] | null => {
  const places = [start];
  for (let at = start + 1; places.length < characters.length; at += 1) {
    if (text.characters[at] === characters[places.length]) places.push(at);
    else if (!isBetween(text.kinds[at])) return null;
  }
  return places;
};

const isWhole = ({ kinds, apart }: Word, text: Text, places: number[]): boolean => {
  const [first = 0, last = 0] = [places[0], places.at(-1)];
  const isInside = (place: number, beside: number) =>
    isSpaced(text.kinds[place]) && text.kinds[place] === text.kinds[beside];
  if (isInside(first, first - 1) || isInside(last, last + 1)) return false;

  for (let from = 0; from < places.length;) {
    let to = from + 1;
    while (isSpaced(kinds[to - 1]) && isSpaced(kinds[to]) && !apart[to]) to += 1;
    if (!isOneWord(text, places.slice(from, to))) return false;
    from = to;
  }
  return true;
};

const SHORT = 3;

/** Letters of a script with spaces: not parted by spaces, or each apart. */
const isOneWord = (text: Text, places: number[]): boolean => {
  const gaps = places.slice(1).map((place, at) => text.kinds.slice((places[at] ?? 0) + 1, place));
  if (gaps.length === 0 || gaps.every(gap => gap.length === 0)) return true;
  const isSpelled = gaps.every(gap => gap.length > 0);
  if (!isSpelled) return !gaps.some(gap => gap.includes('space'));
  return (
    places.length > SHORT ||
    !(isFollowed(text, places[0] ?? 0, -1) || isFollowed(text, places.at(-1) ?? 0, 1))
  );
};

/** Whether the next letter in this direction stands alone as well. */
const isFollowed = ({ kinds }: Text, place: number, step: 1 | -1): boolean => {
  let at = place + step;
  while (isBetween(kinds[at])) at += step;
  return isSpaced(kinds[at]) && !isSpaced(kinds[at + step]);
};

/** After these the word before is over. */
const clauseMarks = /[,.;:!?\u3001\u3002]/;

/**
 * Whether the places belong to the end of one word of the text and to the beginning of another one. Where a clause
 * ends between them, it is enough that one of the two is longer; otherwise a word with a space in it would pass before
 * any character that makes a word with its end.
 */
const isOfOthers = (text: Text, places: number[]): boolean => {
  const [first = 0, last = 0] = [places[0], places.at(-1)];
  if (text.kinds[first] !== 'free' || text.kinds[last] !== 'free') return false;
  const spans = text.spans();
  const [head, tail] = [spans[first], spans[last]];
  if (!head || !tail || head.start === tail.start) return false;
  if (places.some(place => place >= head.end && place < tail.start)) return false;
  const [isHeadLonger, isTailLonger] = [head.start < first, tail.end > last + 1];
  const between = text.characters.slice(head.end, tail.start).join('');
  return clauseMarks.test(between) ? isHeadLonger || isTailLonger : isHeadLonger && isTailLonger;
};

/**
 * Cutting text. Each receiver counts in its own way (`units`, `characters`, `bytes`), but a cut is never inside what people
 * see as one character: an emoji of several parts, a letter with its accent, a flag.
 */

/** As zod and inputs count, so as the contract's limits do. */
const units = (text: string) => text.length;

/** As limits in bytes do: of UTF-8. */
export const bytes = (text: string) => new TextEncoder().encode(text).length;

export const charactersOf = (text: string): string[] =>
  Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment);

/** As people count. */
export const characters = (text: string) => charactersOf(text).length;

/** The beginning of a text, at most so long as the receiver counts; nothing of a first character that is too long. */
export const cutText = (text: string, most: number, lengthOf = units): string => {
  if (lengthOf(text) <= most) return text;
  let [end, length] = [0, 0];
  for (const { index, segment } of new Intl.Segmenter().segment(text)) {
    length += lengthOf(segment);
    if (length > most) break;
    end = index + segment.length;
  }
  return text.slice(0, end).trimEnd();
};

/** A file's name with its extension, cut before that. */
export const cutFileName = (name: string, most: number, lengthOf = units): string => {
  const [, extension = ''] = /.(\.[A-Za-z0-9]{1,8})$/.exec(name) ?? [];
  const stem = name.slice(0, name.length - extension.length);
  return cutText(stem, most - extension.length, lengthOf) + extension;
};

/**
 * How text that people paste or that a program fills in is read: before it is checked, searched, compared or stored.
 * Code that takes such text uses one of these and makes none of its own.
 */

/** In an emoji these characters belong to it: joiners between its parts, variation selectors, the letters of a flag. */
const emoji =
  /\p{Extended_Pictographic}(?:[\p{Emoji_Modifier}\ufe0e\ufe0f\u{e0020}-\u{e007f}]|\u200d\p{Extended_Pictographic})*|[\d#*]\ufe0f?\u20e3/u;
/** Variants of ideographs, as in names of people. */
const variant = /\p{Script=Han}[\u{e0100}-\u{e01ef}]/u;
/** Take no place on the screen, as U+200B, U+00AD, U+202D and the fillers of Hangul. */
const invisible = /[\p{Default_Ignorable_Code_Point}\p{Cf}]/u;
const read = new RegExp(`(${emoji.source}|${variant.source})|${invisible.source}`, 'gu');

/** Without characters that nobody sees, except those inside emoji and names; accents as part of their letters. */
export const visibleText = (text: string): string => text.replace(read, '$1').normalize('NFC');

/** A line as it is stored: blanks of every width are one blank, so that names that look the same are the same. */
export const visibleLine = (text: string): string =>
  visibleText(text)
    .replace(/\p{Zs}+/gu, ' ')
    .trim();

/** Names that are pasted or typed together; of sentences only lines are parts. */
export const namesIn = (text: string, between = /[\r\n，、,;；]+/): string[] =>
  text.split(between).map(visibleLine).filter(Boolean);

/** A name, a search or a cell: without what nobody sees, half width, trimmed. */
export const plainText = (text: string): string => visibleText(text).normalize('NFKC').trim();

/** An id or another number whose case matters: also without the blanks that a break of the line leaves in it. */
export const plainId = (text: string): string => plainText(text).replace(/\s+/g, '');

const pem =
  /\p{Pd}+ ?BEGIN ([A-Z ]*[A-Z]) ?\p{Pd}+((?:[\w+/=\s]|\\[nr])+)\p{Pd}+ ?END \1 ?\p{Pd}+/gu;

/** A key in PEM, with the dashes and lines that it had before messengers, notes and configurations changed them. */
export const plainPem = (text: string): string =>
  text.replace(pem, (_, name: string, key: string) => {
    const lines = key.replace(/\s|\\[nr]/g, '').match(/.{1,64}/g) ?? [];
    return [`-----BEGIN ${name}-----`, ...lines, `-----END ${name}-----`].join('\n');
  });

/** Openids of visitors of the web, words and ids, numbers in groups. */
const pieces = [
  /(?:anon|custom|deleted):[\w:-]+/g,
  /\w[\w-]*/g,
  /[A-Z]{0,3}[+(]*\d(?:[-. ()]*\d){5,}/gi,
];
/** A code of ours in its groups; whether it is one, its check character says. */
const grouped = /[0-9A-Z]{4}[-_. ]?[0-9A-Z]{5}[-_. ]?[0-9A-Z]{5}[-_. ]?[0-9A-Z]{4}/gi;

/**
 * What may be a number, an id or a code: the whole text, then what stands in it among words, brackets and signs, as in
 * `订单号：2611…`, `【2611…】`, an address or a customer's sentence.
 */
export const piecesOf = (text: string): string[] => {
  const line = plainText(text).replace(/\p{Pd}/gu, '-');
  return [...new Set([text, ...[...pieces, grouped].flatMap(form => line.match(form) ?? [])])];
};

/** The first of these pieces, as it is read, that has the form; otherwise the whole text as it is read. */
export const found = (text: string, read: (piece: string) => string, form: RegExp): string =>
  piecesOf(text)
    .map(read)
    .find(piece => form.test(piece)) ?? read(text);

/** A number alone, see `plainNumber`. */
export const bareNumber = (text: string): string =>
  plainId(text)
    .replace(/\p{Pd}/gu, '')
    .toUpperCase();

/**
 * An order, print, parcel, refund, task or transaction number: also in capitals and without the dashes that some print
 * between its groups. Among words the only one, as none is chosen of several.
 */
export const plainNumber = (text: string): string => {
  const whole = bareNumber(text);
  if (/^[0-9A-Z]*$/.test(whole)) return whole;
  const [only, ...others] = new Set(
    piecesOf(text)
      .map(bareNumber)
      .filter(piece => /^[0-9A-Z]{6,}$/.test(piece) && /\d{4}/.test(piece)),
  );
  return only && others.length === 0 ? only : whole;
};

/** A phone number alone, see `plainPhone`. */
export const barePhone = (text: string): string =>
  plainId(text)
    .replace(/[\p{Pd}().]/gu, '')
    .replace(/^86(?=1[3-9]\d{9}$)/, '+86')
    .replace(/^(?:\+|00)86(.*)$/, (_, number: string) =>
      /^(?:0|1[3-9]\d{9}$)/.test(number) ? number : `0${number}`,
    );

/** A phone number: without dashes, dots, brackets, what stands around it and the country code, which browsers fill in. */
export const plainPhone = (text: string): string =>
  found(text, barePhone, /^(?:1[3-9]\d{9}|0\d{9,11})$/);

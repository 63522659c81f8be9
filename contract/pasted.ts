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

/** A name, a search or a cell: without what nobody sees, half width, trimmed. */
export const plainText = (text: string): string => visibleText(text).normalize('NFKC').trim();

/** An id or another number whose case matters: also without the blanks that a break of the line leaves in it. */
export const plainId = (text: string): string => plainText(text).replace(/\s+/g, '');

/**
 * An order, print, parcel, refund, task or transaction number: also in capitals and without the dashes that some print
 * between its groups.
 */
export const plainNumber = (text: string): string =>
  plainId(text)
    .replace(/\p{Pd}/gu, '')
    .toUpperCase();

/** A phone number: without dashes, brackets and the country code, which browsers fill in. */
export const plainPhone = (text: string): string =>
  plainId(text)
    .replace(/[\p{Pd}()]/gu, '')
    .replace(/^86(?=1[3-9]\d{9}$)/, '+86')
    .replace(/^(?:\+|00)86(.*)$/, (_, number: string) =>
      /^(?:0|1[3-9]\d{9}$)/.test(number) ? number : `0${number}`,
    );

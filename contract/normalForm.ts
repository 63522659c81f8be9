import { plainText } from './pasted.ts';

/**
 * The forms in which texts are compared. Each builds on the one before; code that compares texts takes the first that
 * is enough, for both sides, and makes none of its own.
 */

/**
 * For search and for comparing names: as pasted text is read, in lower case, with single spaces.
 * Stored beside records (`grams`, `norm`), so a change of this form needs a migration (docs/migrations.md).
 */
export const normalForm = (text: string): string =>
  plainText(text).replace(/\s+/g, ' ').toLowerCase();

/** Take no place on the screen, as U+200B, U+00AD, joiners, variation selectors and marks of direction. */
const invisible = /[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu;

/** Drawn over, under or through the character before. Not the voicing marks of kana, which make other letters. */
const overlays = /(?![\u3099\u309a])(?=\p{Script=Inherited})\p{M}/gu;

/** Small letters of other scripts, and small capitals, that look like Latin ones, each followed by that one. */
const lookAlikes = new Map(
  `аaвbсcеeԁdһhнhіiјjкkӏlмmоoрpԛqѕsтtуyѵvԝwхx
   αaβbεeηnιiκkνvοoρpτtυuχxϳjωw
   ɑaɡgıiʟlɩiʀrʏyɢgɪiɴnʙbʜhᴀaᴄcᴅdᴇeᴊjᴋkᴍmᴏoᴘpᴛtᴜuᴠvᴡwᴢzꜰfꜱs`
    .replace(/\s/g, '')
    .match(/../gu)
    ?.map(pair => [...pair] as [string, string]),
);

/**
 * The characters that are seen: the normal form without what takes no place, without accents, and with Latin letters
 * for those that look like them. Never stored or shown: emoji and names lose parts that belong to them.
 */
export const visibleForm = (text: string): string =>
  normalForm(text)
    .normalize('NFKD')
    .replace(invisible, '')
    .replace(overlays, '')
    .normalize('NFC')
    .replace(/[^\p{ASCII}]/gu, character => lookAlikes.get(character) ?? character);

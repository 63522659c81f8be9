/** Makes spreadsheet programs read the file as UTF-8. */
const CSV_MARK = '\ufeff';
const LINE_END = '\r\n';

/** Text that a spreadsheet would run as a formula, also when it starts with blanks or full-width characters. */
const runs = /^[\s\u00a0\u3000\ufeff]*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]/;

/** Read as a number, and shown and saved with the same characters. */
const isSameAsNumber = (text: string) =>
  text.length <= 11 && /^(0|[1-9]\d*)(\.\d*[1-9])?$/.test(text);

const month =
  'jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?';
/** Made of nothing but what dates, times, amounts, exponents and fractions are made of; or a truth value or an error. */
const converted = new RegExp(
  `^(?:(?=.*\\d)(?:[\\d\\s.,:;/%()'+\\-\\p{Sc}年月日号时時点分秒]|[上下]午|${month}|(?<=\\d\\s?)[ap]m?|(?<=\\d\\.?)[det](?=[+-]?\\d))+z?|true|false|#[a-z\\d/]+[!?]?)$`,
  'iu',
);
/** Text that a spreadsheet would take for something else, and save as that. */
const isConverted = (text: string) =>
  !isSameAsNumber(text) && converted.test(text.normalize('NFKC').trim());

/** Text that gets an apostrophe: what runs, and what begins with one and would be read as if it were ours. */
const isQuoted = (text: string): boolean =>
  runs.test(text) || (/^\s*'/.test(text) && isGuarded(text.trim().slice(1)));
const isGuarded = (text: string) => isQuoted(text) || isConverted(text);

// eslint-disable-next-line no-control-regex
const unprintable = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g;

/**
 * One cell. Numbers stay numbers, so that they can be added up; everything else becomes harmless text: an apostrophe
 * stops formulas, and a tab at the end, which is not seen, stops numbers, dates and times. `cellText` takes both away.
 */
export const csvCell = (value: string | number): string => {
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : '';
  const plain = value.replace(unprintable, '').trimEnd();
  const harmless = isQuoted(plain) ? `'${plain}` : isConverted(plain) ? `${plain}\t` : plain;
  return /[",;|\r\n\t]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
};

/** The text of a cell that was read: without what keeps it text in a spreadsheet, here (`csvCell`) or elsewhere (`="…"`). */
export const cellText = (cell: string): string => {
  const text = cell.trim();
  if (text.startsWith("'") && isGuarded(text.slice(1))) return text.slice(1).trim();
  return /^="((?:[^"]|"")*)"$/.exec(text)?.[1]?.replaceAll('""', '"').trim() ?? text;
};

export const csvRow = (values: readonly (string | number)[]): string =>
  values.map(csvCell).join(',') + LINE_END;

/** A whole file. */
export const csvFile = (rows: readonly (readonly (string | number)[])[]): string =>
  CSV_MARK + rows.map(csvRow).join('');

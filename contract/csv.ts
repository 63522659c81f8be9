/** Makes spreadsheet programs read the file as UTF-8. */
const CSV_MARK = '\ufeff';
const LINE_END = '\r\n';

/**
 * Text that a spreadsheet would run as a formula gets a leading apostrophe, also when it starts with blanks or
 * full-width characters.
 */
const runs = /^[\s\u00a0\u3000\ufeff]*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]/;
/** Long numbers that a spreadsheet would round or show with an exponent: a trailing tab keeps them text. */
const reads = /^(\d{12,}|0\d+|\d+[eE]\d+)$/;
// eslint-disable-next-line no-control-regex
const unprintable = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g;

/** One cell. Numbers stay numbers, so that they can be added up; everything else becomes harmless text. */
export const csvCell = (value: string | number): string => {
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : '';
  const plain = value.replace(unprintable, '').trimEnd();
  const harmless = runs.test(plain) ? `'${plain}` : reads.test(plain) ? `${plain}\t` : plain;
  return /[",\r\n\t]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
};

export const csvRow = (values: readonly (string | number)[]): string =>
  values.map(csvCell).join(',') + LINE_END;

/** A whole file. */
export const csvFile = (rows: readonly (readonly (string | number)[])[]): string =>
  CSV_MARK + rows.map(csvRow).join('');

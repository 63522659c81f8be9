import type { ExportColumn } from '#contract/exportTable.ts';

/** Makes spreadsheet programs read the file as UTF-8. */
export const BOM = '\ufeff';
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
export const cell = (value: string | number): string => {
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : '';
  const plain = value.replace(unprintable, '').trimEnd();
  const harmless = runs.test(plain) ? `'${plain}` : reads.test(plain) ? `${plain}\t` : plain;
  return /[",\r\n\t]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
};

export const row = (values: (string | number)[]): string => values.map(cell).join(',') + LINE_END;

/** `2026-11-20 14:05:09`, in Shanghai. */
const shanghai = (instant: number) =>
  new Date(instant + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ');

const at = (record: unknown, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>(
      (inside, key) =>
        typeof inside === 'object' && inside !== null
          ? (inside as Record<string, unknown>)[key]
          : undefined,
      record,
    );

const plain = (value: unknown): string =>
  typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value ?? '');

/** A value in the form its column demands; an empty cell for a missing value. */
export const valueOf = (
  record: unknown,
  { path, kind, choices }: ExportColumn,
): string | number => {
  const value = at(record, path);
  if (value === undefined || value === null) return '';
  switch (kind) {
    case 'number':
      return typeof value === 'number' ? value : plain(value);
    case 'fen':
      return typeof value === 'number' ? value / 100 : plain(value);
    case 'time':
      return typeof value === 'number' && value > 0 ? shanghai(value) : '';
    case 'flag':
      return value === true ? '是' : '否';
    case 'list':
      return Array.isArray(value) ? value.map(plain).join('；') : plain(value);
    case 'choice':
      return choices?.[String(value)]?.label ?? plain(value);
    default:
      return plain(value);
  }
};

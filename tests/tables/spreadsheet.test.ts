import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvRow } from '#contract/csv.ts';
import { keywords } from '#i18n/zh/keywords.ts';
import { parseTable } from '#src/admin/kit/import/parseTable.ts';
import { readTextFile } from '#src/admin/kit/import/readTextFile.ts';
import {
  type Headings,
  parseKeywords,
} from '#src/admin/resources/keywords/import/parseKeywords.ts';
import { parseShipping } from '#src/admin/resources/print-orders/import/parseShipping.ts';
import { asRead, exported, mistaken } from './exported.ts';

/** What a spreadsheet shows of a cell of a CSV that is opened by a double click; quotes make no text of it. */
const shown = (cell: string): string =>
  mistaken[cell.replace(/^ +| +$/g, '')] ??
  cell.replace(/^(\d{4})-(\d\d)-(\d\d) (\d\d:\d\d):\d\d$/, '$1/$2/$3 $4');

/** The cells of a CSV (RFC 4180) as a spreadsheet takes them, none of them trimmed. */
const opened = (text: string): string[][] => {
  const rows: string[][] = [[]];
  for (const [, quoted, plain, end] of text
    .replace(/^\ufeff/, '')
    .matchAll(/(?:"((?:[^"]|"")*)"|([^,\r\n]*))(,|\r\n|$)/gy)) {
    rows.at(-1)!.push(shown(quoted?.replaceAll('""', '"') ?? plain ?? ''));
    if (end === '\r\n') rows.push([]);
    if (end === '') break;
  }
  return rows.slice(0, -1);
};

/** The characters of two bytes in GB 18030, which are those of Windows' code page 936. */
const pairs = new Map<string, readonly [number, number]>();
const decoder = new TextDecoder('gb18030', { fatal: true });
for (let first = 0x81; first <= 0xfe; first += 1)
  for (let second = 0x40; second <= 0xfe; second += 1) {
    if (second === 0x7f) continue;
    try {
      pairs.set(decoder.decode(Uint8Array.of(first, second)), [first, second]);
    } catch {
      // Not a character.
    }
  }

/** Windows writes a question mark for what the code page lacks. */
const inCodePage = (text: string) =>
  text.replace(/[^\p{ASCII}]/gu, one => (pairs.has(one) ? one : '?'));

const utf16 = (text: string, isBig: boolean) => {
  const bytes = new DataView(new ArrayBuffer(text.length * 2));
  for (let at = 0; at < text.length; at += 1) bytes.setUint16(at * 2, text.charCodeAt(at), !isBig);
  return bytes.buffer;
};

const written = (rows: readonly (readonly string[])[], separator: string) => {
  const width = Math.max(...rows.map(({ length }) => length));
  return rows
    .map(cells =>
      Array.from({ length: width }, (_cell, at) => cells[at] ?? '')
        .map(cell =>
          cell.includes(separator) || /["\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell,
        )
        .join(separator),
    )
    .map(line => `${line}\r\n`)
    .join('');
};

/** What Excel and WPS save as text: rows as wide as the widest, cells as shown, quotes only where they have to be. */
const forms: Readonly<
  Record<string, { save: (rows: string[][]) => Blob; kept?: (text: string) => string }>
> = {
  'CSV UTF-8': { save: rows => new Blob([`\ufeff${written(rows, ',')}`]) },
  'CSV without a mark': { save: rows => new Blob([written(rows, ',')]) },
  'CSV of the Chinese code page': {
    save: rows => {
      const bytes = [...inCodePage(written(rows, ','))].flatMap(
        one => pairs.get(one) ?? [one.charCodeAt(0)],
      );
      return new Blob([Uint8Array.from(bytes)]);
    },
    kept: inCodePage,
  },
  'Unicode 文本': { save: rows => new Blob([utf16(`\ufeff${written(rows, '\t')}`, false)]) },
  'UTF-16 BE': { save: rows => new Blob([utf16(`\ufeff${written(rows, '\t')}`, true)]) },
  semicolons: { save: rows => new Blob([`\ufeff${written(rows, ';')}`]) },
};

const tables = exported();
const cellsOf = (text: string) => asRead(parseTable(text).map(({ cells }) => cells));
const headings = Object.fromEntries(
  Object.entries(keywords.import.headings).map(([column, names]) => [column, names.split('|')]),
) as unknown as Headings;

describe.each(Object.entries(forms))('saved by a spreadsheet as %s', (_form, { save, kept }) => {
  const saved = (text: string) => readTextFile(save(opened(text)));

  it.each(tables)('the export $name is read back as it was', async ({ text, rows }) => {
    const expected = asRead(rows).map(cells => cells.map(kept ?? String));
    expect(cellsOf(await saved(text))).toEqual(expected);
  });

  it('exported keywords and print orders are what their imports read', async () => {
    const of = (wanted: string) => tables.find(({ name }) => name === wanted)!;
    const columns = (name: string, labels: string[]) => {
      const [, , , head = [], ...rows] = asRead(of(name).rows);
      return rows.map(cells =>
        labels.map(label => (kept ?? String)(cells[head.indexOf(label)] ?? '')),
      );
    };
    const words = parseKeywords(await saved(of('keywords').text), headings);
    expect(words.map(({ word, fields }) => [word, String(fields['weight'])])).toEqual(
      columns('keywords', ['关键词', '权重']),
    );
    const parcels = parseShipping(await saved(of('print-orders').text));
    const bare = (no = '') => no.replace(/^'+/, '').trim();
    expect(parcels.map(({ printNo }) => bare(printNo))).toEqual(
      columns('print-orders', ['冲印单号']).map(([no]) => bare(no)),
    );
  });
});

it('whatever a cell holds is read back, trimmed', () => {
  const signs = fc.constantFrom(...`'"=+-@0123e%/:,;|\t\n a年`);
  fc.assert(
    fc.property(fc.string({ unit: signs, maxLength: 8 }), text => {
      const [row] = parseTable(csvRow([text, 'b', 'c']));
      expect(row?.cells).toEqual([text.trim(), 'b', 'c']);
    }),
    { numRuns: 1_000 },
  );
});

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
import { asRead, exported } from './exported.ts';
import { forms, opened } from './spreadsheet.ts';

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

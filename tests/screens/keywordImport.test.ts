import { describe, expect, it } from 'vitest';
import { csvFile } from '#contract/csv.ts';
import { keywords } from '#i18n/zh/keywords.ts';
import { parseTable } from '#src/admin/kit/import/parseTable.ts';
import { readTextFile } from '#src/admin/kit/import/readTextFile.ts';
import { newPlaces, placesWithin } from '#src/admin/kit/list/newPlaces.ts';
import {
  type Headings,
  parseKeywords as parse,
} from '#src/admin/resources/keywords/import/parseKeywords.ts';

const headings = Object.fromEntries(
  Object.entries(keywords.import.headings).map(([column, names]) => [column, names.split('|')]),
) as unknown as Headings;
const parseKeywords = (text: string) => parse(text, headings);

describe('a pasted table', () => {
  it('keeps quoted text, reports the line of each row, and leaves out empty rows', () => {
    expect(parseTable('\ufeff甲,"乙, 丙"\r\n\r\n"两\n行","说""好"""\n ,\n丁')).toEqual([
      { line: 1, cells: ['甲', '乙, 丙'] },
      { line: 3, cells: ['两\n行', '说"好"'] },
      { line: 6, cells: ['丁'] },
    ]);
  });

  it('is separated by tabs where a spreadsheet copied it, commas being text then', () => {
    expect(parseTable('甲\t1,000\n乙\t2')).toEqual([
      { line: 1, cells: ['甲', '1,000'] },
      { line: 2, cells: ['乙', '2'] },
    ]);
  });

  it('is read from a file of either encoding', async () => {
    expect(await readTextFile(new Blob(['汉服']))).toBe('汉服');
    expect(await readTextFile(new Blob([new Uint8Array([0xba, 0xba, 0xb7, 0xfe])]))).toBe('汉服');
  });

  it('is written so that nothing in it is calculated, and read back as it was', async () => {
    const text = csvFile([
      ['=1+1', 'a"b', '两\n行'],
      ['x', 'y,z', ''],
    ]);
    expect(parseTable(text).map(({ cells }) => cells)).toEqual([
      ["'=1+1", 'a"b', '两\n行'],
      ['x', 'y,z', ''],
    ]);
  });
});

describe('the keywords of a text', () => {
  it('are one per line, or several separated by 、', () => {
    expect(parseKeywords('汉服\n国风、写真；头像\n').map(({ line, word }) => [line, word])).toEqual(
      [
        [1, '汉服'],
        [2, '国风'],
        [2, '写真'],
        [2, '头像'],
      ],
    );
  });

  it("have the values of the table's columns in any order, and nothing for empty cells", () => {
    const [first, second] = parseKeywords(
      '权重,关键词,类型,别名,备注\n12,汉服,热门,古装、国风,x\n,写真,,,',
    );
    expect(first?.fields).toEqual({
      word: '汉服',
      type: 'hot',
      aliases: ['古装', '国风'],
      weight: 12,
    });
    expect(second?.fields).toEqual({ word: '写真' });
  });

  it('are compared as on the server, a repeated word pointing at the first', () => {
    const lines = parseKeywords('AI Art\nＡＩ  art\n写真');
    expect(lines.map(({ duplicateOf }) => duplicateOf)).toEqual([undefined, 1, undefined]);
  });

  it('have a sentence beside each invalid field, and an invalid one hides no later one', () => {
    const lines = parseKeywords('词,类型,权重\n汉服,乐器,\n汉服,标签,多\n汉服,标签,5');
    expect(lines.map(({ problem }) => problem?.field)).toEqual(['type', 'weight', undefined]);
    expect(lines[2]?.duplicateOf).toBeUndefined();
  });
});

describe('a new order', () => {
  const at = (...sorts: number[]) => sorts.map((sort, id) => ({ id, sort }));
  it('reuses the existing numbers, so that only moved records are written', () => {
    const [a, b, c, d] = at(40, 30, 20, 10) as [Row, Row, Row, Row];
    expect(newPlaces([a, c, b, d]).map(({ id, sort }) => [id, sort])).toEqual([
      [0, 40],
      [2, 30],
      [1, 20],
      [3, 10],
    ]);
  });

  it('numbers all anew where two had the same', () => {
    const [a, b, c] = at(0, 0, 5) as [Row, Row, Row];
    expect(newPlaces([b, c, a]).map(({ id, sort }) => [id, sort])).toEqual([
      [1, 30],
      [2, 20],
      [0, 10],
    ]);
  });

  it('of a page stays between the records before and after it, or is refused', () => {
    const [a, b, c] = at(40, 30, 20) as [Row, Row, Row];
    const sorts = (rows: Row[] | null) => rows?.map(({ id, sort }) => [id, sort]);
    expect(sorts(placesWithin([c, a, b], { before: 50, after: 10 }))).toEqual([
      [2, 40],
      [0, 30],
      [1, 20],
    ]);
    const [d, e, f] = at(0, 0, 0) as [Row, Row, Row];
    expect(sorts(placesWithin([f, d, e], { after: 0 }))).toEqual([
      [2, 2],
      [0, 1],
      [1, 0],
    ]);
    expect(placesWithin([f, d, e], { before: 2, after: 0 })).toBeNull();
  });
});

interface Row {
  id: number;
  sort: number;
}

import { describe, expect, it } from 'vitest';
import { csvFile } from '#contract/csv.ts';
import { keywords } from '#i18n/zh/keywords.ts';
import { parseTable } from '#src/admin/kit/import/parseTable.ts';
import { doubtIn, readTextFile } from '#src/admin/kit/import/readTextFile.ts';
import { newPlaces } from '#src/admin/kit/list/newPlaces.ts';
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

  // Each was divided at the comma by a program that looks at the first rows only, or at whether all rows are equal:
  // github.com/mholt/PapaParse/issues/290 and /861, github.com/mechatroner/vscode_rainbow_csv/issues/134.
  it.each([
    ['08/01/2016;A;-21.419,06\n12/01/2016;A;-21.375,00\n15/01/2016;A;-116\n20/01/2016;A;-2,1', 3],
    ['item_id;description\nmy-item-id;One, two, three, four, five.', 2],
    [
      'April 15, 2023;4028722987;25.00;Ray;pending;\n'.repeat(7) +
        'April 9, 2023;9;8;Sam;\n'.repeat(3),
      6,
    ],
    ['col1;col2;col3\n1;a,b,c;3', 3],
    ['甲\t乙\n1,5\t2,5,1\n1,6\t2,5,1', 2],
    ['词,类型,别名\n汉服,热门,古装;国风\n写真,热门,照片;像', 3],
    ['sep=;\na,b;c', 2],
    ['1,2,3\n4,5,6', 3],
    ['5" 屏,甲\n6" 屏,乙', 2],
    ['编号,数\n0086\t,1\n0087\t,2', 2],
  ])('is divided by what divides all rows: %s', (text, width) => {
    expect(parseTable(text)[0]?.cells).toHaveLength(width);
  });

  it('is read from a file of any encoding that spreadsheets save, and what cannot be read is named', async () => {
    const read = (...bytes: number[]) => readTextFile(new Blob([new Uint8Array(bytes)]));
    expect(await readTextFile(new Blob(['\ufeff汉服']))).toBe('汉服');
    expect(await readTextFile(new Blob(['汉服']))).toBe('汉服');
    expect(await read(0xba, 0xba, 0xb7, 0xfe)).toBe('汉服');
    expect(await read(0xff, 0xfe, 0x49, 0x6c, 0x0d, 0x67)).toBe('汉服');
    expect(await read(0xfe, 0xff, 0x6c, 0x49, 0x67, 0x0d)).toBe('汉服');
    expect(doubtIn('汉服\n写真')).toBeUndefined();
    // A picture, text cut in the middle of a character, UTF-16 without a mark.
    expect(doubtIn(await read(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0xff))).toBeDefined();
    expect(doubtIn(`甲\n${await read(0xef, 0xbb, 0xbf, 0x61, 0xe6, 0xb1)}`)).toEqual({
      line: 2,
      text: 'a\ufffd',
    });
    expect(doubtIn(await read(0x61, 0x00, 0x62, 0x00))).toMatchObject({ line: 1 });
  });

  it('is written so that nothing in it is calculated, and read back as it was', async () => {
    const text = csvFile([
      ['=1+1', 'a"b', '两\n行'],
      ['x', 'y,z', ''],
    ]);
    expect(text).toContain("'=1+1");
    expect(parseTable(text).map(({ cells }) => cells)).toEqual([
      ['=1+1', 'a"b', '两\n行'],
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

  it('are words between semicolons, unless a heading makes columns of them', () => {
    expect(parseKeywords('国风;写真\n汉服;头像').map(({ word }) => word)).toHaveLength(4);
    const [first] = parseKeywords('关键词;权重\n汉服;５\n写真;6');
    expect(first?.fields).toEqual({ word: '汉服', weight: 5 });
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
});

interface Row {
  id: number;
  sort: number;
}

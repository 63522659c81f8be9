import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseTable } from '#src/admin/kit/import/parseTable.ts';
import { readTextFile } from '#src/admin/kit/import/readTextFile.ts';
import { installPackage, onPath } from '../../scripts/shared/debian.ts';
import { asRead, exported } from './exported.ts';

/**
 * A real spreadsheet in place of the model of one (`spreadsheet.test.ts`): LibreOffice opens our exports, set to find
 * numbers, dates and times as Excel does, and saves them. What Excel does differently, by Microsoft's documentation: it
 * asks nothing of a CSV that is opened by a double click and takes the encoding from the mark or else Windows' code
 * page; it takes more for dates (`MAR1`) and keeps 15 digits; it calculates `="…"`; and what it saves is what is shown.
 */
const soffice = () => {
  const find = () => onPath('soffice', 'libreoffice');
  if (!find()) installPackage('libreoffice-calc', console.log);
  const found = find();
  if (!found) throw new Error('No LibreOffice found (Debian: apt-get install libreoffice-calc).');
  return found;
};

const folder = mkdtempSync(path.join(tmpdir(), 'tables-'));
const tables = exported();
for (const { name, text } of tables) writeFileSync(path.join(folder, `${name}.csv`), text);

/** Separator, quote, encoding, first line, columns, language, quoted cells are text, special numbers. */
const filter = (...tokens: (number | string | boolean)[]) =>
  `Text - txt - csv (StarCalc):${tokens.join(',')}`;
const [UTF_8, UTF_16, GB_18030] = [76, 65_535, 85];
const [TAB, COMMA, SEMICOLON] = [9, 44, 59];

const saved = (language: number, separator: number, encoding: number, files: string[]) => {
  const out = mkdtempSync(path.join(folder, 'saved-'));
  execFileSync(
    soffice(),
    [
      `-env:UserInstallation=file://${folder}/profile`,
      '--headless',
      `--infilter=${filter(COMMA, 34, UTF_8, 1, '', language, false, true)}`,
      '--convert-to',
      `csv:${filter(separator, 34, encoding, 1, '', 0, false, true, false)}`,
      '--outdir',
      out,
      ...files.map(name => path.join(folder, `${name}.csv`)),
    ],
    { stdio: 'ignore' },
  );
  return async (name: string) => {
    const text = await readTextFile(new Blob([readFileSync(path.join(out, `${name}.csv`))]));
    return asRead(parseTable(text).map(({ cells }) => cells));
  };
};

const [CHINESE, ENGLISH] = [2052, 1033];
const forms: [string, number, number, number][] = [
  ['CSV in Chinese', CHINESE, COMMA, UTF_8],
  ['CSV in English', ENGLISH, COMMA, UTF_8],
  ['text with tabs in UTF-16', CHINESE, TAB, UTF_16],
  ['CSV in GB 18030', CHINESE, COMMA, GB_18030],
  ['semicolons', ENGLISH, SEMICOLON, UTF_8],
];

describe.each(forms)(
  'opened and saved by LibreOffice as %s',
  (_form, language, separator, encoding) => {
    it(`each of ${tables.length} exports is read back as it was`, async () => {
      const read = saved(
        language,
        separator,
        encoding,
        tables.map(({ name }) => name),
      );
      for (const { name, rows } of tables)
        expect([name, await read(name)]).toEqual([name, asRead(rows)]);
    });
  },
);

it('LibreOffice would take unguarded text for something else', async () => {
  const cells = ['3-4', '16:9', '1.10', '1E5', '0086', '12345678901234567890'];
  writeFileSync(path.join(folder, 'bare.csv'), `${cells.join(',')}\r\n`);
  const [row] = await saved(CHINESE, COMMA, UTF_8, ['bare'])('bare');
  expect(row?.filter(cell => cells.includes(cell))).toEqual([]);
});

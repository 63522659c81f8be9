import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { testFolders } from '../testFolders.ts';
import { avoidedWords } from './avoidedWords.ts';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
const read = (file: string): string => readFileSync(path.join(root, file), 'utf8');
const filesIn = (folder: string, ending: RegExp): string[] =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter(name => ending.test(name))
    .map(name => path.join(folder, name));

const avoided = new RegExp(`\\b(?:${avoidedWords.join('|').replaceAll(' ', '\\s+')})\\b`, 'i');
const breachesIn = (texts: [file: string, text: string][]): string[] =>
  texts.flatMap(([file, text]) => {
    const breach = avoided.exec(text);
    return breach
      ? [`${file}: ${text.slice(Math.max(0, breach.index - 30), breach.index + 30)}`]
      : [];
  });

/** The first argument of `it`, `test` and `describe`, and of what their `each` answers. */
const title = /(?:\b(?:it|test|describe)(?:\.\w+)*|\))\(\s*(['"`])((?:\\.|(?!\1)[^\\])*)\1/g;

it('titles of tests do without the words to avoid', () => {
  const titles = testFolders
    .flatMap(folder => filesIn(folder, /\.(test|spec)\.tsx?$/))
    .flatMap(file =>
      [...read(file).matchAll(title)].map(([, , text = '']): [string, string] => [file, text]),
    );
  expect(titles.length).toBeGreaterThan(2_000);
  expect(breachesIn(titles)).toEqual([]);
});

it('Markdown does without the words to avoid, but for the table that names them', () => {
  const files = ['README.md', 'CONTRIBUTING.md', ...filesIn('docs', /\.md$/)];
  const withoutTable = (file: string) =>
    file === 'CONTRIBUTING.md' ? read(file).replace(/^\|.*$/gm, '') : read(file);
  expect(breachesIn(files.map(file => [file, withoutTable(file)]))).toEqual([]);
});

import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { avoidedWords } from './avoidedWords.ts';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');

/** Folders that a build, a test run or an installation makes. */
const generated = new Set(['node_modules', 'dist', 'screenshots', 'coverage', 'test-results']);
const filesIn = (folder: string): string[] =>
  readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap(entry => {
    const name = path.posix.join(folder, entry.name);
    if (!entry.isDirectory()) return [name];
    return generated.has(entry.name) || entry.name.startsWith('.') ? [] : filesIn(name);
  });
const foldersAbove = (file: string): string[] => {
  const folder = path.posix.dirname(file);
  return folder === '.' ? [] : [folder, ...foldersAbove(folder)];
};

const files = new Set(filesIn('.'));
const folders = new Set([...files].flatMap(foldersAbove));
const fileNames = new Set([...files].map(file => path.posix.basename(file)));
const topFolders = [...folders].filter(folder => !folder.includes('/'));

const markdown = [...files].filter(file => file.endsWith('.md'));
const texts = new Map(
  [...files]
    .filter(file => /\.(ts|tsx|css|html|md)$/.test(file))
    .map(file => [file, readFileSync(path.join(root, file), 'utf8')]),
);
const textOf = (file: string): string => texts.get(file) ?? '';

/** GitHub's anchors: lower case, punctuation dropped, hyphens for blanks, repeated headings numbered. */
const anchorsOf = (file: string): Set<string> => {
  const times = new Map<string, number>();
  const headings = textOf(file)
    .replace(/^```[\s\S]*?^```/gm, '')
    .matchAll(/^#{1,6} (.+)$/gm);
  return new Set(
    [...headings].map(([, heading = '']) => {
      const anchor = heading
        .toLowerCase()
        .replace(/[^\p{L}\p{N}\s_-]/gu, '')
        .trim()
        .replaceAll(' ', '-');
      const before = times.get(anchor) ?? 0;
      times.set(anchor, before + 1);
      return before === 0 ? anchor : `${anchor}-${before}`;
    }),
  );
};

/** What is wrong with a reference to `target`, or null. */
const faultOf = (target: string): string | null => {
  const [file = '', anchor] = target.split('#');
  const name = file.replace(/\/$/, '');
  if (generated.has(name.split('/')[0] ?? '')) return null;
  if (!files.has(name) && !folders.has(name)) return `${file} does not exist`;
  if (anchor === undefined || !file.endsWith('.md')) return null;
  return anchorsOf(file).has(anchor) ? null : `${file} has no heading #${anchor}`;
};

const linksIn = (file: string): string[] =>
  [...textOf(file).matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target = '']) => target)
    .filter(target => !/^[a-z]+:/.test(target))
    .map(target =>
      target.startsWith('#')
        ? `${file}${target}`
        : path.posix.normalize(path.posix.join(path.posix.dirname(file), target)),
    );

/** The comments of a source file; of a Markdown file everything but its code blocks. */
const proseOf = (file: string): string =>
  file.endsWith('.md')
    ? textOf(file).replace(/^```[\s\S]*?^```/gm, '')
    : [...textOf(file).matchAll(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/ .*$/gm)].join('\n');

const rootedPath = new RegExp(`(?<![\\w/.#@-])(?:${topFolders.join('|')})/[\\w./@#-]*`, 'g');
/** Paths from the root: files, folders that end in a slash, everything in `docs/`. */
const pathsIn = (file: string): string[] =>
  [...proseOf(file).matchAll(rootedPath)]
    .map(([target]) => target.replace(/[.-]+$/, ''))
    .filter(target => /^docs\/|\/$|\.(tsx?|md|css|html)(#|$)/.test(target));

/** Names of files without their whole path, between backticks. */
const namesIn = (file: string): string[] =>
  [...proseOf(file).matchAll(/`(?:[\w-]+\/)*([\w-]+(?:\.\w+)*\.(?:tsx?|md))`/g)].map(
    ([, name = '']) => name,
  );

const faultsOf = (
  of: Iterable<string>,
  targetsIn: (file: string) => string[],
  fault = faultOf,
): string[] =>
  [...of].flatMap(file =>
    targetsIn(file).flatMap(target => {
      const found = fault(target);
      return found ? [`${file}: ${found}`] : [];
    }),
  );

describe('references in Markdown and comments', () => {
  it('links lead to files and headings that exist', () => {
    expect(faultsOf(markdown, linksIn)).toEqual([]);
  });

  it('paths from the root of the repository exist', () => {
    expect(faultsOf(texts.keys(), pathsIn)).toEqual([]);
  });

  it('file names between backticks are those of existing files', () => {
    const unknown = (name: string) => (fileNames.has(name) ? null : `no file is named ${name}`);
    expect(faultsOf(texts.keys(), namesIn, unknown)).toEqual([]);
  });

  it('no paragraph sign refers to a document outside the repository', () => {
    const sign = String.fromCodePoint(0xa7);
    expect([...texts].filter(([, text]) => text.includes(sign)).map(([file]) => file)).toEqual([]);
  });
});

it('Markdown does without the words to avoid, but for the table that names them', () => {
  const avoided = new RegExp(`\\b(${avoidedWords.join('|')})\\b`, 'i');
  const found = markdown
    .filter(file => /^(docs\/|README|CONTRIBUTING)/.test(file))
    .flatMap(file => textOf(file).split('\n'))
    .filter(line => !line.startsWith('|') && avoided.test(line));
  expect(found).toEqual([]);
});

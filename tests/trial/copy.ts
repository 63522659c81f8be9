import { execFileSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect } from 'vitest';
import type { Place } from './places.ts';

const root = path.join(import.meta.dirname, '../..');

/** A file that a trial adds, which is no source of this repository. */
export const added = (file: string) => path.join(import.meta.dirname, 'added', `${file}.txt`);

/** A copy of this repository as it stands, and how to add to it. */
export const copyRepository = () => {
  const copy = mkdtempSync(path.join(os.tmpdir(), 'trial-'));
  const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  });
  for (const file of files.split('\n').filter(Boolean))
    cpSync(path.join(root, file), path.join(copy, file), { recursive: true });
  symlinkSync(path.join(root, 'node_modules'), path.join(copy, 'node_modules'));
  const place = ({ file, before }: Place) => {
    const to = path.join(copy, file);
    mkdirSync(path.dirname(to), { recursive: true });
    if (!before) return cpSync(added(file), to);
    let text = readFileSync(to, 'utf8');
    for (const [line, inserted] of before) {
      const [head = '', ...rest] = text.split(line);
      expect(rest, `${file} has one “${line}”`).toHaveLength(1);
      const isWithinLine = inserted.endsWith(' ');
      text = `${head}${inserted}${isWithinLine ? '' : '\n'}${line}${rest[0]}`;
    }
    writeFileSync(to, text);
  };
  const undo = ({ file, before }: Place) => {
    const from = path.join(copy, file);
    if (!before) {
      rmSync(from);
      const folder = path.dirname(from);
      if (readdirSync(folder).length === 0) rmdirSync(folder);
      return;
    }
    let text = readFileSync(from, 'utf8');
    for (const [, inserted] of before) text = text.replace(inserted.trimEnd(), '');
    writeFileSync(from, text);
  };
  /** Replaces a line of a file. */
  const replace = (file: string, line: string, text: string) => {
    const to = path.join(copy, file);
    const parts = readFileSync(to, 'utf8').split(line);
    expect(parts, `${file} has one “${line}”`).toHaveLength(2);
    writeFileSync(to, parts.join(text));
  };
  return {
    copy,
    place,
    undo,
    replace,
    remove: () => rmSync(copy, { recursive: true, force: true }),
  };
};

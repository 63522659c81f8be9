import { execFile, execFileSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { type Place, places } from './places.ts';

/**
 * An imaginary resource is added to a copy of this repository, as README's "Add a resource" describes: begun with its
 * entity, then, round by round, what the compiler and the wiring test say is missing, until they say nothing more.
 */
const root = path.join(import.meta.dirname, '../..');
const added = (file: string) => path.join(import.meta.dirname, 'added', `${file}.txt`);
const copy = mkdtempSync(path.join(os.tmpdir(), 'trial-'));
afterAll(() => rmSync(copy, { recursive: true, force: true }));

const copyRepository = () => {
  const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  });
  for (const file of files.split('\n').filter(Boolean))
    cpSync(path.join(root, file), path.join(copy, file), { recursive: true });
  symlinkSync(path.join(root, 'node_modules'), path.join(copy, 'node_modules'));
};

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

/** What a command writes, and whether it is content. */
const run = (command: string, ...args: string[]) =>
  new Promise<{ ok: boolean; text: string }>(resolve => {
    // This run of vitest tells its own processes how to run, not those.
    const ours = Object.entries(process.env).filter(([name]) => !name.startsWith('VITEST'));
    const env = { ...Object.fromEntries(ours), NO_COLOR: '1' };
    execFile(
      path.join(copy, 'node_modules/.bin', command),
      args,
      { cwd: copy, env, maxBuffer: 100_000_000 },
      (error, stdout, stderr) => resolve({ ok: error === null, text: stdout + stderr }),
    );
  });

const vitest = (project: string, file: string) =>
  run('vitest', 'run', '--project', project, '--reporter=verbose', file);
const askWiring = () => vitest('node', 'tests/wiring.test.ts');
const askCompiler = () => run('../typescript-7/bin/tsc');

it('announcements need at most twelve places, and each missing one is named', async () => {
  expect(places.length).toBeLessThanOrEqual(12);
  copyRepository();
  const [first, ...others] = places;
  place(first!);
  let missing = others;
  const namedIn = (text: string) => missing.filter(({ named }) => named && text.includes(named));
  while (missing.length > 0) {
    // The wiring test is asked first, because the compiler takes longer.
    const byWiring = namedIn((await askWiring()).text);
    const found = byWiring.length > 0 ? byWiring : namedIn((await askCompiler()).text);
    expect(found, `nobody names ${missing.map(({ file }) => file).join(', ')}`).not.toEqual([]);
    const names = found.map(({ file }) => file).join(', ');
    console.log(`${byWiring.length > 0 ? 'the wiring test' : 'the compiler'}: ${names}`);
    for (const one of found) place(one);
    missing = missing.filter(one => !found.includes(one));
  }
  expect((await askCompiler()).text).toBe('');
  // What one command writes is not up to date yet.
  expect((await askWiring()).text).toContain('Run `npm run generate`.');
  const generated = await run('tsx', 'scripts/generate.ts');
  expect(generated.ok, generated.text).toBe(true);

  const test = 'tests/functions/announcements.test.ts';
  cpSync(added(test), path.join(copy, test));
  for (const { ok, text } of [await askWiring(), await vitest('functions', test)])
    expect(ok, text).toBe(true);
}, 900_000);

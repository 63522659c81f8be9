import { execFile } from 'node:child_process';
import { cpSync } from 'node:fs';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { added, copyRepository } from './copy.ts';
import { places } from './places.ts';

/**
 * An imaginary resource is added to a copy of this repository, as README's "Add a resource" describes: begun with its
 * entity, then, round by round, what the compiler and the wiring test say is missing, until they say nothing more.
 */
const { copy, place, remove } = copyRepository();
afterAll(remove);

/** What a command writes, and whether it is content. */
const run = (command: string, ...args: string[]) =>
  new Promise<{ ok: boolean; text: string }>(resolve => {
    // These variables are for the processes of this run of vitest, not for those.
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

it('announcements need at most thirteen places, and each missing one is named', async () => {
  expect(places.length).toBeLessThanOrEqual(13);
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

  const test = 'tests/functions/catalogue/announcements.test.ts';
  cpSync(added(test), path.join(copy, test));
  for (const { ok, text } of [await askWiring(), await vitest('functions', test)])
    expect(ok, text).toBe(true);
}, 900_000);

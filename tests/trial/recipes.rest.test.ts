import { execFile, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { added, copyRepository } from './copy.ts';
import { action, field, page, readme, resource, said, written } from './places.ts';

/**
 * README's recipes for a page, a field, an action and a resource, carried out on one copy of this repository by its words;
 * then the resource is removed again.
 */
const { copy, place, undo, remove } = copyRepository();
afterAll(remove);

/** What a command writes, and whether it is content. */
const run = (command: string, ...args: string[]) =>
  new Promise<{ ok: boolean; text: string }>(resolve => {
    // These variables are for the processes of this run of vitest, not for those.
    const ours = Object.entries(process.env).filter(([name]) => !/^(VITEST|DEPTH)/.test(name));
    const env = { ...Object.fromEntries(ours), NO_COLOR: '1' };
    execFile(
      path.join(copy, 'node_modules/.bin', command),
      args,
      { cwd: copy, env, maxBuffer: 100_000_000 },
      (error, stdout, stderr) => resolve({ ok: error === null, text: stdout + stderr }),
    );
  });
const succeeds = async (command: string, ...args: string[]) => {
  const { ok, text } = await run(command, ...args);
  expect(ok, text.slice(-6_000)).toBe(true);
};
const vitest = (project: string, ...files: string[]) =>
  ['vitest', 'run', '--project', project, ...files] as const;
const wiring = vitest('node', 'tests/wiring.test.ts');
const compiler = '../typescript-7/bin/tsc';

it('README names the places of a resource, a field and an action, and few of them', () => {
  expect(resource).toHaveLength(8);
  expect(field).toHaveLength(2);
  // The third is the screen.
  expect(action).toHaveLength(2);
  const [, table = ''] = readme.split('| Place | What |');
  const places = [...table.split('\n\n')[0]!.matchAll(/^\| `([^`]+)`/gm)].map(
    ([, one = '']) => one,
  );
  const pattern = (one: string) =>
    new RegExp(`^${one.replace('…', '\\w+').replace(/<\w+>/, '\\w+')}$`);
  expect(places).toHaveLength(resource.length);
  for (const [at, { file }] of resource.entries()) expect(file).toMatch(pattern(places[at]!));
});

it('all recipes together pass every check, and what is missing of a resource is named', async () => {
  for (const file of written) {
    mkdirSync(path.dirname(path.join(copy, file)), { recursive: true });
    writeFileSync(path.join(copy, file), `${said(file)}\n`);
  }
  const [entity, rights, ...others] = resource;
  for (const one of [...page, ...field, ...action, entity!, rights!]) place(one);

  const [listed, ...later] = others.filter(({ named }) => named);
  expect((await run(...wiring)).text).toContain(listed!.named);
  for (const one of others) if (!later.includes(one)) place(one);
  const { text } = await run(...wiring);
  for (const one of later) {
    expect(text).toContain(one.named);
    place(one);
  }

  await succeeds('tsx', 'scripts/generate.ts');
  await succeeds(compiler, '--checkers', '1');
  await succeeds('tsx', 'scripts/borders.ts');
  const files = [...written, ...resource, ...page, ...field, ...action].map(one =>
    typeof one === 'string' ? one : one.file,
  );
  await succeeds('oxfmt', '--check', ...new Set(files));
  await succeeds(...wiring, 'tests/docs', 'tests/reachable.test.ts');
  const test = 'tests/functions/catalogue/announcements.test.ts';
  cpSync(added(test), path.join(copy, test));
  await succeeds(...vitest('functions', test));
}, 600_000);

it('removed again, the resource leaves nothing behind that a check does not name', async () => {
  for (const one of resource.slice(0, 3)) undo(one);
  const { text } = await run(compiler, '--checkers', '1');
  for (const { file, before } of resource.slice(3))
    if (!before && !file.endsWith('resources/announcements/index.ts')) expect(text).toContain(file);
  for (const one of resource.slice(3)) undo(one);
  const { text: complaints } = await run(...wiring);
  expect(complaints).toContain('Tests  2 failed');
  expect(complaints).toContain('`announcements.title` is gone');
  expect(complaints).toContain('Run `npm run generate`.');
  const folders = ['contract', 'cloudfunctions', 'src', 'i18n', 'scripts'];
  const { stdout } = spawnSync(
    'grep',
    ['-rlE', 'adminAnnouncement|announcementEntity|resources.announcements', ...folders],
    { cwd: copy },
  );
  expect(stdout.toString()).toBe('');
}, 600_000);

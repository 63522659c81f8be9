/**
 * `npm run test:related [files]`: types, and the tests of `npm test` that a change can break, in seconds; with `--all` those
 * of the other tiers too. Without files, what differs from where this branch left `main`, in commits and in the working tree.
 *
 * Which those are is said in `relatedTests.ts`. Tests that sweep every action, and those of the built product, belong to
 * `npm test`, unless the change is in them; specs of the browser are named, not run.
 */
import { spawn, spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { relatedTests } from './related/relatedTests.ts';
import { root } from './shared/built.js';

const git = (...args: string[]) =>
  spawnSync('git', args, { cwd: root, encoding: 'utf8' }).stdout.split('\n').filter(Boolean);

const changedFiles = (): string[] => {
  const [base = 'HEAD'] = git('merge-base', 'main', 'HEAD');
  const tracked = git('diff', '--name-only', '--diff-filter=d', base);
  return [...new Set([...tracked, ...git('ls-files', '--others', '--exclude-standard')])];
};

/** `orders.spec.ts` for whatever has `order` in its path. */
const specsOf = (files: string[]): string[] =>
  readdirSync(path.join(root, 'tests/e2e'))
    .filter(name => name.endsWith('.spec.ts'))
    .filter(name => {
      const resource = name.replace(/s?\.spec\.ts$/, '').toLowerCase();
      return files.some(file => file.toLowerCase().includes(resource));
    });

const run = (command: string, args: string[]) =>
  new Promise<boolean>(resolve => {
    spawn(path.join(root, 'node_modules', command), args, { cwd: root, stdio: 'inherit' }).on(
      'close',
      code => resolve(code === 0),
    );
  });

const all = process.argv.includes('--all');
const given = process.argv
  .slice(2)
  .filter(argument => argument !== '--all')
  .map(file => path.relative(root, path.resolve(file)));
const files = given.length > 0 ? given : changedFiles();
const sources = files.filter(file => /\.(tsx?|json|css)$/.test(file));
const related = await relatedTests(new Set(sources));
const { names } = related;
const tests = related.tests.filter(
  file => all || sources.includes(file) || !/\.(rest|deep)\./.test(file),
);
const specs = specsOf(sources);
console.log(`${files.length} changed files; functions: ${names.join(', ') || 'none'}`);
console.log(`${tests.length} related test files`);
if (specs.length > 0)
  console.log(`in the browser: npm run build && npx playwright test ${specs.join(' ')}`);
if (process.env['LIST'] === '1') console.log(tests.join('\n'));
else {
  const passed = await Promise.all([
    run('typescript-7/bin/tsc', ['--checkers', '1']),
    tests.length === 0 || run('.bin/vitest', ['run', '--reporter=dot', ...tests]),
  ]);
  process.exitCode = passed.every(Boolean) ? 0 : 1;
}

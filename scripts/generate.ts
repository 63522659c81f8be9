/**
 * `npm run generate` writes what follows from the source and is compared with it by `npm test`: `cloudbaserc.json`, the
 * functions' configuration; the table of actions in `docs/specification.md`; the costs in `docs/operations.md`;
 * `docs/indexes.md`, which index answers each list query; `docs/waits.md`, how often each action waits for the database;
 * `docs/settings.md`, what reads each setting, and the test of its effect; `docs/terms.md`, the words of Chinese texts;
 * `docs/rights.md`, what each role may.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { withActionTable } from './build/actionTable.ts';
import { deploymentConfig } from './build/platform.ts';
import { rightsPage } from './build/rightsPage.ts';
import { termsPage } from './build/termsPage.ts';
import { root } from './shared/built.js';

writeFileSync(
  path.join(root, 'cloudbaserc.json'),
  `${JSON.stringify(deploymentConfig(), null, 2)}\n`,
);
const rewrite = (file: string, written: (text: string) => string) =>
  writeFileSync(path.join(root, file), written(readFileSync(path.join(root, file), 'utf8')));
rewrite('docs/specification.md', withActionTable);
writeFileSync(path.join(root, 'docs/terms.md'), termsPage());
writeFileSync(path.join(root, 'docs/rights.md'), rightsPage());
const vitest = path.join(root, 'node_modules/.bin/vitest');
const projects = ['functions', 'node'].flatMap(name => ['--project', name]);
const tests = [
  'tests/functions/sweeps/plans.rest.test.ts',
  'tests/functions/sweeps/examples.test.ts',
  'tests/settings/settings.test.ts',
  'tools/costs/costs.test.ts',
];
const { status } = spawnSync(vitest, ['run', ...projects, '--reporter=dot', ...tests], {
  cwd: root,
  env: { ...process.env, GENERATE: '1' },
  stdio: 'inherit',
});
process.exitCode = status ?? 1;

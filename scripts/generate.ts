/**
 * `npm run generate` writes what follows from the source and is compared with it by tests: `cloudbaserc.json`, the
 * functions' configuration; the costs in `docs/operations.md`; `docs/indexes.tsv`, which index answers each list query;
 * `docs/waits.tsv`, how often each action waits for the database; `docs/rights.md`, what each role may; `docs/fields.tsv`,
 * what records hold. In `docs/waits.tsv` nothing goes up but what `-- --allow function.action,…` names.
 */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { deploymentConfig } from './build/platform.ts';
import { rightsPage } from './build/rightsPage.ts';
import { storedFields } from './build/storedFields.ts';
import { root } from './shared/built.js';

const { allow = '' } = parseArgs({ options: { allow: { type: 'string' } } }).values;
writeFileSync(
  path.join(root, 'cloudbaserc.json'),
  `${JSON.stringify(deploymentConfig(), null, 2)}\n`,
);
writeFileSync(path.join(root, 'docs/rights.md'), rightsPage());
writeFileSync(path.join(root, 'docs/fields.tsv'), storedFields());
const vitest = path.join(root, 'node_modules/.bin/vitest');
const projects = ['functions', 'node'].flatMap(name => ['--project', name]);
const tests = [
  'tests/functions/sweeps/plans.rest.test.ts',
  'tests/functions/sweeps/examples.test.ts',
  'tools/costs/costs.test.ts',
];
const { status } = spawnSync(vitest, ['run', ...projects, '--reporter=dot', ...tests], {
  cwd: root,
  env: { ...process.env, GENERATE: '1', GENERATE_ALLOW: allow },
  stdio: 'inherit',
});
process.exitCode = status ?? 1;

/** `npm run indexes`: looks up which index answers each list query, prints the table and writes `docs/indexes.md`. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './build.ts';

const vitest = path.join(root, 'node_modules/.bin/vitest');
const args = ['run', '--project', 'functions', '--reporter=dot', 'tests/functions/plans.test.ts'];
const env = { ...process.env, INDEXES: 'write' };
const { status } = spawnSync(vitest, args, { cwd: root, env, stdio: 'inherit' });
if (status === 0) console.log(readFileSync(path.join(root, 'docs/indexes.md'), 'utf8'));
process.exitCode = status ?? 1;

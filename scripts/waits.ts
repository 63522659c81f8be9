/** `npm run waits`: counts each action's waits on the database, prints the table and writes `docs/waits.md`. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './build.ts';

const vitest = path.join(root, 'node_modules/.bin/vitest');
const args = [
  'run',
  '--project',
  'functions',
  '--reporter=dot',
  'tests/functions/examples.test.ts',
];
const env = { ...process.env, WAITS: 'write' };
const { status } = spawnSync(vitest, args, { cwd: root, env, stdio: 'inherit' });
if (status === 0) console.log(readFileSync(path.join(root, 'docs/waits.md'), 'utf8'));
process.exitCode = status ?? 1;

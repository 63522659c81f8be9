import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, it } from 'vitest';
import { findRecords } from './database.ts';

const root = path.join(import.meta.dirname, '../..');
const folder = mkdtempSync(path.join(os.tmpdir(), 'seed-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const seed = (data: string, ...more: string[]) => {
  const program = ['--import', 'tsx', 'scripts/seed.ts', '--data', data];
  return promisify(execFile)(process.execPath, [...program, ...more], { cwd: root });
};

it('npm run seed fills an empty directory, and no other', async () => {
  const data = path.join(folder, 'data');
  const size = ['--orders', '100', '--users', '50'];
  expect((await seed(data, ...size)).stdout).toContain('100 orders and 50 users');
  expect(findRecords(data, 'orders')).toHaveLength(100);
  expect(findRecords(data, 'users')).toHaveLength(50);
  await expect(seed(data, ...size)).rejects.toThrow(/empty directory/);
});

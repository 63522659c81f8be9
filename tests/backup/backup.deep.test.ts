import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';

const root = path.join(import.meta.dirname, '../..');
const folder = mkdtempSync(path.join(os.tmpdir(), 'backup-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const at = (name: string) => path.join(folder, name);

interface Ended {
  code: number | null;
  output: string;
}

/** @param watch called with all that was printed so far */
const run = (
  script: string,
  args: string[],
  watch: (output: string, child: ChildProcess) => void = () => undefined,
): Promise<Ended> =>
  new Promise(resolve => {
    const file = `scripts/${script}.ts`;
    const child = spawn(process.execPath, ['--import', 'tsx', file, ...args], { cwd: root });
    let output = '';
    const read = (text: Buffer) => {
      output += text.toString();
      watch(output, child);
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.on('close', code => resolve({ code, output }));
  });

/** Port 1: no product runs, the command opens the data directory. */
const stored = (data: string) => ['--data', at(data), '--port', '1'];

const sumsOf = (backup: string) =>
  readFileSync(path.join(at(backup), 'SHA256SUMS'), 'utf8')
    .split('\n')
    .filter(line => !line.endsWith('manifest.json'));

it(
  'keeps 200,000 orders and restores them, killed on the way, into an empty platform: every document is equal',
  async () => {
    mkdirSync(at('filled'));
    expect((await run('seed', ['--orders', '200000', '--data', at('filled')])).code).toBe(0);

    const admin = ['create', 'owner', ...stored('filled'), '--print'];
    expect((await run('admin', admin)).code).toBe(0);

    const kept = await run('backup', [...stored('filled'), '--to', at('first')]);
    expect([kept.code, kept.output]).toEqual([
      0,
      expect.stringContaining('orders: 200000 documents\n'),
    ]);

    const restoring = [...stored('empty'), '--from', at('first'), '--yes'];
    const killed = await run('restore', restoring, (output, child) => {
      if (output.includes('users: 60000 documents restored')) child.kill('SIGKILL');
    });
    expect(killed.code).toBe(null);
    const again = await run('restore', restoring);
    expect([again.code, again.output]).toEqual([
      0,
      expect.stringContaining('an interrupted restoring goes on'),
    ]);
    expect(again.output).toContain('Every document was read back');

    const second = await run('backup', [...stored('empty'), '--to', at('second')]);
    expect(second.code).toBe(0);
    // The same documents in the same order are the same files.
    expect(sumsOf('second')).toEqual(sumsOf('first'));
  },
  90 * 60_000,
);

import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, expect, it } from 'vitest';
import { folderOfRun } from '../folderOfRun.ts';

const root = path.join(import.meta.dirname, '../..');
const run = promisify(execFile);
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(folderOfRun(), 'commands-'));
});
const at = (name: string) => path.join(folder, name);

/** What it prints; an error as text where it fails. */
const command = (script: string, ...args: string[]) =>
  run(process.execPath, ['--import', 'tsx', `scripts/${script}.ts`, ...args], { cwd: root }).then(
    ({ stdout }) => stdout,
    ({ code, stderr }: { code: number; stderr: string }) => `${code}: ${stderr}`,
  );
/** Port 1: no product runs, the command opens the data directory itself. */
const stored = (data: string) => ['--data', at(data), '--port', '1'];

// Eight processes, one after the other.
const PATIENCE = { timeout: 240_000 };

it(
  'keeps a stopped product and restores it into an empty directory, asking first',
  PATIENCE,
  async () => {
    expect(await command('seed', '--orders', '100', '--data', at('filled'))).toContain(
      '100 orders',
    );
    expect(await command('backup', ...stored('filled'))).toContain('1: --to is required');

    const kept = await command('backup', ...stored('filled'), '--to', at('kept'), '--pictures');
    expect(kept).toContain('orders: 100 documents\n');
    expect(kept).toContain('Its secrets need APP_KEK_1, which it does not hold.');
    expect(kept).toContain('personal data');

    expect(await command('restore', '--from', at('kept'), '--check')).toContain('is whole');
    const restoring = [...stored('empty'), '--from', at('kept'), '--pictures'];
    expect(await command('restore', ...restoring)).toContain('Nobody can be asked here: say --yes');
    expect(await command('restore', ...restoring, '--yes')).toContain(
      'Every document was read back',
    );

    expect(await command('restore', ...stored('filled'), '--from', at('nothing'))).toContain(
      'is no backup',
    );
    expect(existsSync(at('kept.unfinished'))).toBe(false);
  },
);

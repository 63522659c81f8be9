import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { startEmulator } from '#emulator/emulator.ts';
import { connectCloud } from '../../scripts/deploy/cloud.ts';

const root = path.join(import.meta.dirname, '../..');
const folder = mkdtempSync(path.join(os.tmpdir(), 'backup-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const at = (name: string) => path.join(folder, name);

const keys = { secretId: 'AKIDkeeping', secretKey: 'kP3n8Wq2Zt7Rb5Lx' };
const credentials = {
  TENCENTCLOUD_SECRETID: keys.secretId,
  TENCENTCLOUD_SECRETKEY: keys.secretKey,
};

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
    const child = spawn(process.execPath, ['--import', 'tsx', file, ...args], {
      cwd: root,
      env: { ...process.env, ...credentials },
    });
    let output = '';
    const read = (text: Buffer) => {
      output += text.toString();
      watch(output, child);
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.on('close', code => resolve({ code, output }));
  });

/** What it prints, behind its exit code where it fails. */
const command = async (script: string, ...args: string[]) => {
  const { code, output } = await run(script, args);
  return code === 0 ? output : `${code}: ${output}`;
};

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

it(
  'keeps a stopped product and restores it into an empty directory, asking first',
  { timeout: 240_000 },
  async () => {
    expect(await command('seed', '--orders', '100', '--data', at('filled'))).toContain(
      '100 orders',
    );
    expect(await command('backup', ...stored('filled'))).toMatch(/^1: [^]*--to is required/);
    expect(await command('backup', ...stored('mistyped'), '--to', at('kept'))).toBe(
      `1: ${at('mistyped')} holds no data of the product: name its directory with --data\n`,
    );
    expect(existsSync(at('mistyped'))).toBe(false);
    expect(await command('backup', ...stored('filled'), '--to', at('kept'))).toContain(
      'local has no administrators',
    );
    await command('admin', 'create', 'owner', ...stored('filled'), '--print');

    const kept = await command('backup', ...stored('filled'), '--to', at('kept'), '--pictures');
    expect(kept).toContain('orders: 100 documents\n');
    expect(kept).toContain('Its secrets need APP_KEK_1, which it does not hold.');
    expect(kept).toContain('personal data');
    expect(kept).not.toContain('the backup lacks');

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

it(
  'keeps what it knows of an environment with collections of a newer version, and fails',
  { timeout: 240_000 },
  async () => {
    const emulator = await startEmulator({
      port: 0,
      dataDir: at('cloud'),
      management: {},
      functionsDir: folder,
      workers: 0,
      config: { envId: 'shop-1a2b', collections: [], functions: {} },
      ...keys,
    });
    try {
      const cloud = connectCloud({
        ...keys,
        envId: 'shop-1a2b',
        region: 'ap-shanghai',
        endpoint: emulator.url,
        close: () => Promise.resolve(),
      });
      await cloud.library.database.createCollection('admins');
      await cloud.library.database.createCollection('addedLater');
      cloud.close();
      await emulator.database.handle('database.insertDocument', {
        collectionName: 'admins',
        data: ['{"_id":"first_admin","username":"admin"}'],
      });
      const there = ['--env', 'shop-1a2b', '--endpoint', emulator.url];
      expect(await command('backup', ...there, '--to', at('lacking'))).toMatch(
        /^1: [^]*Not kept, because this checkout does not know them: addedLater. If a newer version has added them, make a backup with the checkout of that one; collections of other software belong in an environment of their own\./,
      );
      const checked = await command('restore', '--from', at('lacking'), '--check');
      expect(checked).toContain('The backup is whole: 1 documents');
      expect(checked).toContain('It lacks addedLater');
    } finally {
      await emulator.close();
    }
  },
);

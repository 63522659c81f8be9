import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, expect, it } from 'vitest';
import { startEmulator } from '#emulator/emulator.ts';
import { connectCloud } from '../../scripts/deploy/cloud.ts';
import { folderOfRun } from '../folderOfRun.ts';

const root = path.join(import.meta.dirname, '../..');
const run = promisify(execFile);
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(folderOfRun(), 'commands-'));
});
const at = (name: string) => path.join(folder, name);

const keys = { secretId: 'AKIDkeeping', secretKey: 'kP3n8Wq2Zt7Rb5Lx' };
const credentials = {
  TENCENTCLOUD_SECRETID: keys.secretId,
  TENCENTCLOUD_SECRETKEY: keys.secretKey,
};

/** What it prints; an error as text where it fails. */
const command = (script: string, ...args: string[]) =>
  run(process.execPath, ['--import', 'tsx', `scripts/${script}.ts`, ...args], {
    cwd: root,
    env: { ...process.env, ...credentials },
  }).then(
    ({ stdout }) => stdout,
    ({ code, stderr }: { code: number; stderr: string }) => `${code}: ${stderr}`,
  );
/** Port 1: no product runs, the command opens the data directory itself. */
const stored = (data: string) => ['--data', at(data), '--port', '1'];

// Up to eleven processes, one after the other.
const PATIENCE = { timeout: 240_000 };

it(
  'keeps a stopped product and restores it into an empty directory, asking first',
  PATIENCE,
  async () => {
    expect(await command('seed', '--orders', '100', '--data', at('filled'))).toContain(
      '100 orders',
    );
    expect(await command('backup', ...stored('filled'))).toContain('1: --to is required');
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
  PATIENCE,
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
      expect(await command('backup', ...there, '--to', at('lacking'))).toBe(
        '1: Not kept, because this checkout does not know them: addedLater. If a newer version has added them, make a backup with the checkout of that one; collections of other software belong in an environment of their own.\n',
      );
      const checked = await command('restore', '--from', at('lacking'), '--check');
      expect(checked).toContain('The backup is whole: 1 documents');
      expect(checked).toContain('It lacks addedLater');
    } finally {
      await emulator.close();
    }
  },
);

import { randomUUID } from 'node:crypto';
import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { startEmulator } from '#emulator/emulator.ts';
import { explained, takeDirectory } from '#emulator/platform/dataDirectory.ts';
import { serve } from '../../scripts/start/serve.ts';

let dataDir = '';
let umask = 0;
beforeEach(() => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'data-'));
  umask = process.umask(0o022);
});
afterEach(() => {
  process.umask(umask);
  rmSync(dataDir, { recursive: true, force: true });
});

const everything = () => ['', ...readdirSync(dataDir, { recursive: true, encoding: 'utf8' })];
const open = () => everything().filter(name => statSync(path.join(dataDir, name)).mode & 0o077);

/** Starts on it, stores a record and a file, and looks before it ends. */
const openWhileRunning = async () => {
  const emulator = await startEmulator({
    port: 0,
    dataDir,
    config: { envId: 'local', collections: [{ name: 'c' }], functions: {} },
    functionsDir: path.join(dataDir, 'none'),
    workers: 0,
  });
  try {
    const record = { collectionName: 'c', data: [JSON.stringify({ _id: randomUUID() })] };
    await emulator.database.handle('database.insertDocument', record);
    await emulator.files.put('a/b.txt', Readable.from([Buffer.from('x')]), {
      owner: null,
      limit: 9,
    });
    const names = readdirSync(dataDir);
    for (const name of ['platform.sqlite', 'platform.sqlite-wal', 'local.sqlite', 'lock.sqlite'])
      expect(names).toContain(name);
    return open();
  } finally {
    await emulator.close();
  }
};

it('a data directory is its owner’s only, with databases, keys and files', async () => {
  expect(await openWhileRunning()).toEqual([]);
});

it('a data directory that was left open is closed at the next start, and other files in it stay as they are', async () => {
  await openWhileRunning();
  for (const name of everything()) {
    const file = path.join(dataDir, name);
    chmodSync(file, statSync(file).isDirectory() ? 0o755 : 0o644);
  }
  const notes = path.join(dataDir, 'notes.txt');
  writeFileSync(notes, '');
  chmodSync(notes, 0o644);
  expect(open().length).toBeGreaterThan(5);
  expect(await openWhileRunning()).toEqual(['notes.txt']);
  rmSync(notes);
  // Of the directory alone, as a restored copy may have it.
  chmodSync(dataDir, 0o755);
  expect(await openWhileRunning()).toEqual([]);
});

it('a start that finds its directory taken puts nothing into it', async () => {
  const release = takeDirectory(dataDir);
  const before = everything();
  const options = { port: 0, dataDir, workers: 1, demo: 'none', test: false } as const;
  try {
    const second = serve({ ...options, functionsDir: dataDir, log: () => undefined });
    await expect(second).rejects.toThrow('is in use by another emulator');
    expect(everything()).toEqual(before);
  } finally {
    release();
  }
});

it.each([
  ['ADMIN_INITIAL_PASSWORD', 'changeme'],
  ['APP_KEK_1', 'too short'],
  ['APP_KEK_1', Buffer.alloc(32).toString('base64')],
])('a start with a bad %s fails and leaves the directory free', async (name, value) => {
  vi.stubEnv(name, value);
  const options = { port: 0, dataDir, workers: 1, demo: 'none', test: false } as const;
  const failing = serve({ ...options, functionsDir: dataDir, log: () => undefined });
  await expect(failing).rejects.toThrow(name);
  vi.unstubAllEnvs();
  takeDirectory(dataDir)();
});

it('a data directory that cannot be written to is refused with a sentence, and what to do', () => {
  const sentence = /^The data directory .+ cannot be written to \(.+\)\. Give .+ --data\.$/;
  chmodSync(dataDir, 0o555);
  const asRoot = process.geteuid?.() === 0;
  // Root may write everywhere.
  if (asRoot) process.seteuid?.(65_534);
  try {
    expect(() => takeDirectory(path.join(dataDir, 'new'))).toThrow(sentence);
    expect(() => takeDirectory(dataDir)).toThrow(sentence);
  } finally {
    if (asRoot) process.seteuid?.(0);
  }
  const file = path.join(dataDir, 'file');
  chmodSync(dataDir, 0o755);
  writeFileSync(file, '');
  for (const taken of [file, path.join(file, 'below')])
    expect(() => takeDirectory(taken)).toThrow(/ is not a directory .+ --data\.$/);
});

it('a full disk is reported in a sentence, and not taken for damage', () => {
  // As Node, SQLite and the local platform say it.
  const full = [
    Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' }),
    new Error('platform.sqlite is damaged: database or disk is full'),
    new Error('The storage is full: nothing was written.'),
    new Error('cannot be opened', { cause: new Error('database or disk is full') }),
  ];
  for (const error of full)
    expect(String(explained(error, dataDir))).toMatch(/ has no space left .+ --data\.$/);
  const others = [new Error('its layout is 3, not 1'), new Error('disk I/O error'), 'text'];
  for (const error of others) expect(explained(error, dataDir)).toBe(error);
});

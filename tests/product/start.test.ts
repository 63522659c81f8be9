import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { takeDirectory } from '#emulator/platform/dataDirectory.ts';
import { tinyPng } from '../functions/world/tinyPng.ts';
import { createCaller, type Product, startProduct } from './product.ts';

let running: Product[] = [];
const start = async (options: Parameters<typeof startProduct>[0]) => {
  const product = await startProduct(options);
  running.push(product);
  return product;
};
const folders: string[] = [];
const folder = () => {
  const made = mkdtempSync(path.join(tmpdir(), 'back-office-'));
  folders.push(made);
  return made;
};
afterEach(async () => {
  await Promise.all(running.map(product => product.stop()));
  running = [];
  folders.splice(0).forEach(dir => rmSync(dir, { recursive: true, force: true }));
});

it('shows the first administrator’s password once, keeps the data, and ends with 0 on SIGTERM', async () => {
  const dataDir = folder();
  const env = { ADMIN_INITIAL_PASSWORD: '' };
  const first = await start({ dataDir, demo: 'none', env });
  const password = /Password\s+(\S+)/.exec(first.output())?.[1];
  expect(password).toMatch(/^[\w-]{12}$/);
  const caller = createCaller(first.url);
  await caller.signIn(password);
  const created = await caller.call('adminCategory', 'createCategory', { name: '留得住' });
  expect(created.code).toBe(0);
  expect(await first.stop()).toBe(0);

  const second = await start({ dataDir, demo: 'none', env });
  expect(second.output()).not.toContain('Password');
  const again = createCaller(second.url);
  await again.signIn(password);
  const found = await again.call('adminCategory', 'getCategoryById', { _id: created.data['_id'] });
  expect(found.data['name']).toBe('留得住');
  expect(await second.stop()).toBe(0);
});

it('starts empty with --demo none, with a strict content policy, and without test routes', async () => {
  const product = await start({ dataDir: folder(), demo: 'none', test: false });
  const caller = createCaller(product.url);
  await caller.signIn();
  expect((await caller.call('adminTemplate', 'getTemplates')).data['total']).toBe(0);
  const health = await fetch(`${product.url}/__emulator/health`);
  expect(await health.json()).toEqual({ ready: true });
  for (const seam of ['reset', 'clock', 'inject']) {
    const answer = await fetch(`${product.url}/__emulator/${seam}`, { method: 'POST', body: '{}' });
    expect(answer.status).toBe(404);
  }

  const page = await fetch(`${product.url}/admin/templates`);
  expect(page.status).toBe(200);
  expect(page.headers.get('content-security-policy')).toContain("script-src 'self'");
  const missing = await fetch(`${product.url}/assets/none.js`);
  expect(missing.status).toBe(404);
});

/** What others than its owner may read of a directory, change or enter, itself included. */
const openIn = (dir: string) =>
  ['', ...readdirSync(dir, { recursive: true, encoding: 'utf8' })].filter(
    name => statSync(path.join(dir, name)).mode & 0o077,
  );

it('keeps all of its data for its owner only, also what an earlier version left open', async () => {
  const dataDir = folder();
  const umask = process.umask(0o022);
  try {
    const first = await start({ dataDir, demo: 'none' });
    const caller = createCaller(first.url);
    await caller.signIn();
    const picture = { fileName: 'a.png', fileContent: tinyPng.toString('base64') };
    expect((await caller.call('adminStorage', 'uploadImage', picture)).code).toBe(0);
    const names = readdirSync(dataDir);
    const kept = ['keys.json', 'platform.sqlite', 'platform.sqlite-wal', 'local.sqlite', 'files'];
    expect(names).toEqual(expect.arrayContaining(kept));
    expect(openIn(dataDir)).toEqual([]);
    await first.stop();

    for (const name of ['', ...readdirSync(dataDir, { recursive: true, encoding: 'utf8' })]) {
      const file = path.join(dataDir, name);
      chmodSync(file, statSync(file).isDirectory() ? 0o755 : 0o644);
    }
    await start({ dataDir, demo: 'none' });
    expect(openIn(dataDir)).toEqual([]);
  } finally {
    process.umask(umask);
  }
});

it('started twice at once in an empty directory is one product, which works, and goes on working', async () => {
  const dataDir = folder();
  const starts = await Promise.allSettled([1, 2].map(() => start({ dataDir, demo: 'none' })));
  const [refused, ...others] = starts.flatMap(one =>
    one.status === 'rejected' ? [String(one.reason)] : [],
  );
  expect(others).toEqual([]);
  expect(refused).toContain('is in use by another emulator');
  const signIn = async (url: string) => {
    const caller = createCaller(url);
    await caller.signIn();
    const { code, data } = await caller.call('adminSettings', 'getSettings', { type: 'payment' });
    expect([code, data]).toMatchObject([0, { damagedSecrets: [] }]);
  };
  await signIn(running[0]!.url);
  await running[0]!.stop();
  await signIn((await start({ dataDir, demo: 'none' })).url);
});

it('puts nothing into a directory that another one has taken', async () => {
  const dataDir = folder();
  const release = takeDirectory(dataDir);
  try {
    const before = readdirSync(dataDir);
    await expect(start({ dataDir, demo: 'none' })).rejects.toThrow('is in use by another');
    expect(readdirSync(dataDir)).toEqual(before);
  } finally {
    release();
  }
});

it.each([
  ['ADMIN_INITIAL_PASSWORD', 'changeme'],
  ['APP_KEK_1', Buffer.alloc(32).toString('base64')],
] as const)('refuses a well-known %s', async (name, value) => {
  const refused = start({ dataDir: folder(), demo: 'none', env: { [name]: value } });
  await expect(refused).rejects.toThrow(new RegExp(`ended with 1:[^]*${name} is `));
});

import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, expect, it } from 'vitest';
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

it('starts empty with --demo none, with a strict content policy, without test routes, and its keys are its owner’s only', async () => {
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

  const secrets = readdirSync(product.dataDir).filter(name => name.endsWith('.json'));
  expect(secrets).toContain('keys.json');
  for (const name of secrets)
    expect(statSync(path.join(product.dataDir, name)).mode & 0o077).toBe(0);
});

it.each([
  ['ADMIN_INITIAL_PASSWORD', 'changeme'],
  ['APP_KEK_1', Buffer.alloc(32).toString('base64')],
] as const)('refuses a well-known %s', async (name, value) => {
  const refused = start({ dataDir: folder(), demo: 'none', env: { [name]: value } });
  await expect(refused).rejects.toThrow(new RegExp(`ended with 1:[^]*${name} is `));
});

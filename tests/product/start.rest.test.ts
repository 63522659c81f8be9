import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { createCaller, type Product, startProduct } from './product.ts';

const folder = () => {
  const made = mkdtempSync(path.join(tmpdir(), 'back-office-'));
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
  return made;
};
const start = async (options: Parameters<typeof startProduct>[0]): Promise<Product> => {
  const product = await startProduct({ demo: 'none', ...options });
  onTestFinished(async () => void (await product.stop()));
  return product;
};

it('shows the first administrator’s password once, and keeps the data', async () => {
  const dataDir = folder();
  const env = { ADMIN_INITIAL_PASSWORD: '' };
  const first = await start({ dataDir, env });
  const password = /Password\s+(\S+)/.exec(first.output())?.[1];
  const caller = createCaller(first.url);
  await caller.signIn(password);
  const created = await caller.call('adminCategory', 'createCategory', { name: '留得住' });
  expect(created.code).toBe(0);
  expect(await first.stop()).toBe(0);

  const second = await start({ dataDir, env });
  expect(second.output()).not.toContain('Password');
  const again = createCaller(second.url);
  await again.signIn(password);
  const found = await again.call('adminCategory', 'getCategoryById', { _id: created.data['_id'] });
  expect(found.data['name']).toBe('留得住');
});

it('started twice at once in an empty directory is one product, which works, and goes on working', async () => {
  const dataDir = folder();
  const starts = await Promise.allSettled([1, 2].map(() => start({ dataDir })));
  const refused = starts.flatMap(one => (one.status === 'rejected' ? [String(one.reason)] : []));
  expect(refused).toEqual([expect.stringContaining('is in use by another emulator')]);
  const [running] = starts.flatMap(one => (one.status === 'fulfilled' ? [one.value] : []));
  const signIn = async (url: string) => {
    const caller = createCaller(url);
    await caller.signIn();
    const { code, data } = await caller.call('adminSettings', 'getSettings', { type: 'payment' });
    expect([code, data]).toMatchObject([0, { damagedSecrets: [] }]);
  };
  await signIn(running!.url);
  await running!.stop();
  await signIn((await start({ dataDir })).url);
});

it.each([
  ['ADMIN_INITIAL_PASSWORD', 'changeme'],
  ['APP_KEK_1', Buffer.alloc(32).toString('base64')],
] as const)('refuses a well-known %s', async (name, value) => {
  const refused = start({ dataDir: folder(), env: { [name]: value } });
  await expect(refused).rejects.toThrow(new RegExp(`ended with 1:[^]*${name} is `));
});

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { createCaller, type Product, startProduct } from './product.ts';

it('started twice at once in an empty directory is one product, which keeps its data and goes on working', async () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'back-office-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const start = async (): Promise<Product> => {
    const env = { ADMIN_INITIAL_PASSWORD: '' };
    const product = await startProduct({ dataDir, demo: 'none', env });
    onTestFinished(async () => void (await product.stop()));
    return product;
  };
  const starts = await Promise.allSettled([start(), start()]);
  const refused = starts.flatMap(one => (one.status === 'rejected' ? [String(one.reason)] : []));
  expect(refused).toEqual([expect.stringContaining('is in use by another emulator')]);
  const [first] = starts.flatMap(one => (one.status === 'fulfilled' ? [one.value] : []));
  const password = /Password\s+(\S+)/.exec(first!.output())?.[1];
  const signIn = async ({ url }: Product) => {
    const { call, signIn: enter } = createCaller(url);
    await enter(password);
    const { code, data } = await call('adminSettings', 'getSettings', { type: 'payment' });
    expect([code, data]).toMatchObject([0, { damagedSecrets: [] }]);
    return call;
  };
  const call = await signIn(first!);
  const created = await call('adminCategory', 'createCategory', { name: '留得住' });
  expect(created.code).toBe(0);
  expect(await first!.stop()).toBe(0);

  const second = await start();
  expect(second.output()).not.toContain('Password');
  const again = await signIn(second);
  const found = await again('adminCategory', 'getCategoryById', { _id: created.data['_id'] });
  expect(found.data['name']).toBe('留得住');
});

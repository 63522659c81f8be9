/**
 * `npm run bench -- --data DIR [--rounds 5] [--ms 1500] [--only list,search]`, with DIR as `npm run seed` fills it: how long the product's work takes beside the least that it could (`bench/floor.ts`), both in one run on
 * this machine. Only the ratios mean something elsewhere.
 */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { StoredOrder } from '#cloudfunctions/_shared/orders/orders.ts';
import { EXAMPLE_PASSWORD } from '#contract/admin.ts';
import { startEmulator } from '#emulator/emulator.ts';
import { startProduct } from '../tests/product/product.ts';
import { floorWork, measureRows, ourWork, type Sample, startFloor } from './bench/backEnd.ts';
import { fillFloor } from './bench/floorData.ts';
import { send } from './bench/load.ts';
import { build } from './build.ts';
import { platformConfig } from './build/platform.ts';
import { localKeys } from './keys.ts';

const { values } = parseArgs({
  options: {
    data: { type: 'string' },
    rounds: { type: 'string', default: '5' },
    ms: { type: 'string', default: '1500' },
    only: { type: 'string' },
  },
});

await build();
if (!values.data) throw new Error('--data names a directory that npm run seed has filled');
const dataDir = path.resolve(values.data);
const floorFile = path.join(dataDir, 'floor.sqlite');

const { secretId, secretKey } = localKeys(dataDir);
const stored = await startEmulator({
  port: 0,
  dataDir,
  workers: 0,
  functionsDir: dataDir,
  config: { ...platformConfig(), functions: {} },
  secretId,
  secretKey,
});
async function* pagesOf(collectionName: string) {
  for (let last = ''; ;) {
    const { data } = (await stored.database.handle('database.getDocument', {
      collectionName,
      query: JSON.stringify({ _id: { $gt: last } }),
      order: JSON.stringify({ _id: 1 }),
      limit: 1000,
    })) as { data: { list: string[] } };
    const page = data.list.map(text => JSON.parse(text) as StoredOrder);
    if (page.length === 0) return;
    yield page;
    last = page.at(-1)!._id;
  }
}
let size = 0;
const sample: Sample = { orderIds: [], userIds: [], digits: [] };
async function* orders() {
  for await (const page of pagesOf('orders')) {
    size += page.length;
    sample.orderIds.push(page[7]!._id);
    if (sample.digits.length < 4) sample.digits.push(page[9]!.orderNo.slice(-4));
    yield page;
  }
}
if (!existsSync(floorFile)) await fillFloor(floorFile, orders());
else for await (const _page of orders()) continue;
for await (const page of pagesOf('users')) {
  const user = page.find(({ status }) => String(status) === 'normal');
  if (user) sample.userIds.push(user._id);
}
await stored.close();

const floor = await startFloor(floorFile);
const product = await startProduct({ dataDir, workers: 2, test: false });
try {
  const login = JSON.parse(
    await send({
      url: `${product.url}/v1/functions/adminAuth`,
      headers: { authorization: 'Bearer local-publishable-key' },
      body: { action: 'login', data: { username: 'admin', password: EXAMPLE_PASSWORD } },
    }),
  ) as { data: { token: string; ticket: string } };
  const session = JSON.parse(
    await send({
      url: `${product.url}/auth/v1/signin/custom?client_id=local`,
      body: { provider_id: 'custom', ticket: login.data.ticket },
    }),
  ) as { access_token: string };
  const ours = ourWork(
    product.url,
    { bearer: session.access_token, token: login.data.token },
    sample,
  );
  await measureRows({
    ours,
    floor: floorWork(floor.url, sample),
    size,
    rounds: Number(values.rounds),
    forMs: Number(values.ms),
    ...(values.only && { only: values.only.split(',') }),
    log: console.log,
  });
} finally {
  await product.stop();
  await floor.stop();
}

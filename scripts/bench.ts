/**
 * `npm run bench [-- back|front] [--orders 200000,1000000] [--data DIR] [--rounds 5] [--ms 1500] [--only list,search]`: how
 * long the product's work takes beside the least that it could, both in one run on this machine. Only the ratios mean
 * something elsewhere. Seeded orders stay in `.tmp/bench` for the next run; `--data` names a directory of one's own.
 * `bench/results.json` holds the last whole run.
 */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { EXAMPLE_PASSWORD } from '#contract/admin.ts';
import { startProduct } from '../tests/product/product.ts';
import { floorWork, measureRows, ourWork, startFloor } from './bench/backEnd.ts';
import { readStored, seededDirectory } from './bench/data.ts';
import { fillFloor } from './bench/floorData.ts';
import { measureFrontEnd } from './bench/frontEnd.ts';
import { signIn } from './bench/load.ts';
import { memoryOf } from './bench/memory.ts';
import { build, root } from './built.js';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    orders: { type: 'string', default: '200000,1000000' },
    data: { type: 'string' },
    rounds: { type: 'string', default: '5' },
    ms: { type: 'string', default: '1500' },
    only: { type: 'string' },
  },
});
const parts = positionals.length > 0 ? positionals : ['back', 'front'];
if (!parts.every(part => part === 'back' || part === 'front'))
  throw new Error('npm run bench takes back, front or neither');
const rounds = Number(values.rounds);
const log = (line: string) => console.log(line);

/** All rows of one size. */
const measureSize = async (dataDir: string, withFrontEnd: boolean): Promise<object[]> => {
  const floorFile = path.join(dataDir, 'floor.sqlite');
  const { size, sample } = await readStored(dataDir, async orders => {
    if (!existsSync(floorFile)) return fillFloor(floorFile, orders);
    for await (const _page of orders) continue;
  });
  log(`\n${size} orders`);
  const results: object[] = [];
  const floor = await startFloor(floorFile);
  const product = await startProduct({ dataDir, workers: 2, test: false });
  try {
    if (parts.includes('back')) {
      const session = await signIn(product.url, EXAMPLE_PASSWORD);
      const atRest = memoryOf(product.process.pid!);
      const rows = await measureRows({
        ours: ourWork(product.url, session, sample),
        floor: floorWork(floor.url, sample),
        size,
        rounds,
        forMs: Number(values.ms),
        ...(values.only && { only: values.only.split(',') }),
        log,
      });
      const inLoad = memoryOf(product.process.pid!);
      log(`memory of all processes: ${atRest} MB at rest, ${inLoad} MB in load`);
      results.push(...rows, { id: 'memory', size, ours_rest_mb: atRest, ours_load_mb: inLoad });
    }
    if (withFrontEnd) results.push(...(await measureFrontEnd({ url: product.url, rounds, log })));
  } finally {
    await product.stop();
    await floor.stop();
  }
  return results;
};

await build();
const directories = values.data ? [path.resolve(values.data)] : [];
if (!values.data)
  for (const orders of values.orders.split(','))
    directories.push(await seededDirectory(Number(orders)));
const results: object[] = [];
for (const [at, dataDir] of directories.entries())
  results.push(...(await measureSize(dataDir, at === 0 && parts.includes('front'))));
if (!values.only && parts.length === 2) {
  mkdirSync(path.join(root, 'bench'), { recursive: true });
  writeFileSync(path.join(root, 'bench/results.json'), `${JSON.stringify(results, null, 2)}\n`);
}

/**
 * `npm run bench`: how long the product's work takes beside the least that it could, both in one run on this machine
 * (docs/bench.md). Only the ratios mean something elsewhere. `tools/bench/results.json` holds the last whole run.
 */
import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { isPeriodic, type JobName, jobs } from '../cloudfunctions/_shared/base/jobs.ts';
import { EXAMPLE_PASSWORD } from '../contract/admin.ts';
import { build, dist, root } from '../scripts/shared/built.js';
import { coldStart } from '../scripts/shared/coldStart.ts';
import { startProduct } from '../tests/product/product.ts';
import { runJob } from '../tests/product/runJob.ts';
import { copyOf, floorOf, readSample, type Sample, seededDirectory } from './bench/data.ts';
import { floorWork, startFloor } from './bench/floorWork.ts';
import { measureFrontEnd } from './bench/frontEnd.ts';
import { signIn } from './bench/load.ts';
import { memoryOf } from './bench/memory.ts';
import { ourWork } from './bench/ourWork.ts';
import { measureRows } from './bench/rows.ts';
import { inOrder, type Result, tableOf } from './bench/table.ts';

/**
 * Does what has become due since the seed was made: orders to be closed, parcels to be completed, days to be compared.
 * Otherwise the jobs would catch up beside what is measured, at a million orders for a minute.
 */
const catchUp = async (dataDir: string): Promise<void> => {
  const product = await startProduct({ dataDir, workers: 2 });
  try {
    const names = Object.keys(jobs) as JobName[];
    for (const job of [...names.filter(name => !isPeriodic(name)), ...names.filter(isPeriodic)])
      await runJob(product.url, job);
  } finally {
    await product.stop();
  }
};

const PARTS = ['rows', 'front', 'visitors', 'cold'];

/** What WeChat waits for, and what a visitor's first page asks, one after the other. */
const coldStarts = (): Result[] =>
  ['callback', 'appTemplate', 'imageService'].map(name => {
    const { modelled } = coldStart(path.join(dist, 'functions', name, 'index.js'), 256);
    return { id: `cold-${name}-ms`, ours: Math.round(modelled) };
  });

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    orders: { type: 'string', default: '200000,10000' },
    data: { type: 'string' },
    rounds: { type: 'string', default: '5' },
    ms: { type: 'string', default: '1500' },
    only: { type: 'string' },
  },
});
const parts = positionals.length > 0 ? positionals : PARTS;
if (!parts.every(part => PARTS.includes(part)))
  throw new Error(`npm run bench takes ${PARTS.join(', ')} or nothing`);
const rounds = Number(values.rounds);
const forMs = Number(values.ms);
const only = values.only?.split(',');
const log = (line: string) => console.log(line);

const total = (megabytes: Record<string, number>) =>
  Object.values(megabytes).reduce((sum, its) => sum + its, 0);

/** What is measured at every size. */
const measureServed = async (dataDir: string, size: number, sample: Sample): Promise<Result[]> => {
  const floor = await startFloor(dataDir);
  const product = await startProduct({ dataDir, workers: 2, test: false });
  try {
    const session = await signIn(product.url, EXAMPLE_PASSWORD);
    const atRest = memoryOf(product.process.pid!);
    const rows = await measureRows({
      targets: {
        ours: ourWork(product.url, session, sample),
        floor: floorWork(floor.url, sample),
      },
      size,
      rounds,
      forMs,
      ...(only && { only }),
      log,
    });
    const processes = memoryOf(product.process.pid!);
    const memory = { ours_rest_mb: total(atRest), ours_load_mb: total(processes), processes };
    return [...rows, { id: 'memory', size, ...memory }];
  } finally {
    await product.stop();
    await floor.stop();
  }
};

/** @param isFirst whether what does not depend on the number of orders is measured too */
const measureSize = async (seeded: string, isFirst: boolean): Promise<Result[]> => {
  const wanted = (part: string) => parts.includes(part) && (isFirst || part === 'rows');
  if (!PARTS.some(wanted)) return [];
  await floorOf(seeded);
  const results: Result[] = [];
  const dataDir = await copyOf(seeded);
  try {
    await catchUp(dataDir);
    const { size, sample } = readSample(dataDir);
    log(`\n${size} orders`);
    if (wanted('front') || wanted('visitors')) {
      const product = await startProduct({ dataDir, workers: 2, test: false });
      try {
        const its = { orders: wanted('front'), visitors: wanted('visitors') };
        results.push(...(await measureFrontEnd(its, product.url, rounds, log)));
      } finally {
        await product.stop();
      }
    }
    if (wanted('rows')) results.push(...(await measureServed(dataDir, size, sample)));
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
  return results;
};

await build();
const directories = values.data ? [path.resolve(values.data)] : [];
if (!values.data)
  for (const orders of values.orders.split(','))
    directories.push(await seededDirectory(Number(orders)));
const measured: Result[] = [];
for (const [at, seeded] of directories.entries())
  measured.push(...(await measureSize(seeded, at === 0)));
if (parts.includes('cold')) measured.push(...coldStarts());
const results = inOrder(measured);
if (results.length > 0) log(`\n${tableOf(results)}`);
for (const id of only ?? [])
  if (!results.some(result => result.id.startsWith(id))) log(`${id} was not measured`);
if (positionals.length === 0 && !only) {
  const short = (_name: string, value: unknown) =>
    typeof value === 'number' ? Math.round(value * 1_000) / 1_000 : value;
  const file = path.join(root, 'tools/bench/results.json');
  writeFileSync(file, `${JSON.stringify(results, short, 2)}\n`);
}

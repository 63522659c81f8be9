import { RUNNINGHUB_PATH } from '../../sandbox/runningHub/runningHub.ts';
import { startSandbox } from '../../sandbox/tests/server.ts';
import type { Trade } from '../../sandbox/wechatPay/records.ts';
import { WECHATPAY_PATH } from '../../sandbox/wechatPay/wechatPay.ts';
import { sandboxKeys } from '../../scripts/shared/sandbox.ts';
import { startProduct } from '../../tests/product/product.ts';
import { asker } from '../shared/ask.ts';
import { measureCodes } from './jobs/codes.ts';
import { measureExport } from './jobs/exports.ts';
import { type JobRow, type JobWorld } from './jobs/job.ts';
import { measureKeywords } from './jobs/keywords.ts';
import { fillDay, measureReconciliation } from './jobs/reconciliation.ts';
import { measureTasks, taskLimits } from './jobs/tasks.ts';

const describeJob = (row: JobRow) =>
  `${row.id.padEnd(16)} ours ${row.ours_s.toFixed(2)} s, ${row.ours_per_item_ms.toFixed(2)} ms each of ${row.items} (${row.overhead_per_item_ms.toFixed(2)} beside the floor)  floor ${row.floor_s.toFixed(2)} s  ${row.ratio.toFixed(1)}x`;

/**
 * The jobs that people wait for, one after the other. The image service and, for the bill, the payment gateway are
 * stand-ins in this process: the floor asks them too.
 * @param dataDir is changed; a product must have been started on it before, and none runs on it now
 */
export const measureJobs = async (
  dataDir: string,
  only: string[] | undefined,
  log: (line: string) => void,
): Promise<JobRow[]> => {
  let trades: Trade[] = [];
  const between = (from: number, until: number) =>
    trades.filter(({ successTime }) => successTime! >= from && successTime! < until);
  const standIns = await startSandbox({
    now: Date.now,
    wechatPay: {
      keys: sandboxKeys(dataDir),
      known: {
        trade: () => Promise.resolve(null),
        refund: () => Promise.resolve(null),
        tradesBetween: (from, until) => Promise.resolve(between(from, until)),
      },
    },
  });
  const rows: JobRow[] = [];
  const run = async (
    env: Record<string, string>,
    jobs: ((world: JobWorld) => Promise<JobRow | JobRow[]>)[],
  ) => {
    const product = await startProduct({ dataDir, workers: 2, env });
    try {
      const world = { product, standIns, dataDir, ask: await asker(product.url) };
      for (const measure of jobs) {
        const made = [await measure(world)].flat();
        made.forEach(row => log(describeJob(row)));
        rows.push(...made);
      }
    } finally {
      await product.stop();
    }
  };
  const isWanted = (id: string) => only?.includes(id) ?? true;
  const first = Object.entries({
    codes: measureCodes,
    keywords: measureKeywords,
    export: measureExport,
    tasks: measureTasks,
  }).flatMap(([id, measure]) => (isWanted(id) ? [measure] : []));
  try {
    if (first.length > 0)
      await run({ ...taskLimits, RUNNINGHUB_BASE_URL: standIns.url + RUNNINGHUB_PATH }, first);
    if (isWanted('reconciliation')) {
      trades = await fillDay(dataDir);
      await run({ WECHATPAY_BASE_URL: standIns.url + WECHATPAY_PATH }, [
        world => measureReconciliation(world, trades),
      ]);
    }
  } finally {
    await standIns.close();
  }
  return rows;
};

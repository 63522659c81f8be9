import { isPeriodic, type JobName, jobs } from '../../cloudfunctions/_shared/base/jobs.ts';
import { startProduct } from '../../tests/product/product.ts';
import { runJob } from '../../tests/product/runJob.ts';

/**
 * Does what has become due since the seed was made: orders to be closed, parcels to be completed, days to be compared.
 * Otherwise the jobs would catch up beside what is measured, at a million orders for a minute.
 */
export const catchUp = async (dataDir: string): Promise<void> => {
  const product = await startProduct({ dataDir, workers: 2 });
  try {
    const names = Object.keys(jobs) as JobName[];
    for (const job of [...names.filter(name => !isPeriodic(name)), ...names.filter(isPeriodic)])
      await runJob(product.url, job);
  } finally {
    await product.stop();
  }
};

import { setTimeout as wait } from 'node:timers/promises';
import { startProduct } from '../../tests/product/product.ts';
import { platformConfig } from '../build/platform.ts';

/** Runs a timer of a product started for tests, to its end; one that runs already is left to itself. */
export const runTimer = async (url: string, functionName: string, name: string) => {
  const answer = await fetch(`${url}/__emulator/timer`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ function: functionName, name }),
  });
  if (!answer.ok && answer.status !== 409) throw new Error(await answer.text());
  return answer.ok;
};

/**
 * Does what has become due since the seed was made: orders to be closed, parcels to be completed, days to be compared.
 * Otherwise the timers would catch up beside what is measured, at a million orders for a minute.
 */
export const catchUp = async (dataDir: string): Promise<void> => {
  const product = await startProduct({ dataDir, workers: 2 });
  try {
    for (const [functionName, { timers = [] }] of Object.entries(platformConfig().functions))
      for (const { name } of timers)
        while (!(await runTimer(product.url, functionName, name))) await wait(250);
  } finally {
    await product.stop();
  }
};

import { EXAMPLE_PASSWORD } from '../../contract/admin.ts';
import { median } from '../../scripts/shared/quantile.ts';
import { startProduct } from '../../tests/product/product.ts';
import { startFloor } from './floorWork.ts';
import { send, signIn } from './load.ts';
import { checkOurs, ourCall } from './ourWork.ts';

export interface StartRow {
  id: 'second-start';
  ours_ms: number;
  floor_ms: number;
  ratio: number;
  ratio_least: number;
  ratio_most: number;
}

/**
 * From the start of the process to the first answered call, on data that were served before: an administrator's list,
 * with the session of the last start. The floor is a page of the same orders from the bare server.
 */
export const measureSecondStart = async (dataDir: string, rounds: number): Promise<StartRow> => {
  const before = await startProduct({ dataDir, workers: 2, test: false });
  const session = await signIn(before.url, EXAMPLE_PASSWORD);
  await before.stop();
  const startOurs = async () => {
    const started = performance.now();
    const { url, stop } = await startProduct({ dataDir, workers: 2, test: false });
    checkOurs(await send(ourCall(url, session, 'adminOrder', 'getOrders', {})));
    const ms = performance.now() - started;
    await stop();
    return ms;
  };
  const startBare = async () => {
    const started = performance.now();
    const { url, stop } = await startFloor(dataDir);
    await send({ url: `${url}/list`, method: 'GET' });
    const ms = performance.now() - started;
    await stop();
    return ms;
  };
  const ours: number[] = [];
  const floor: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    // Each begins every other round.
    if (round % 2 === 0) ours.push(await startOurs());
    floor.push(await startBare());
    if (round % 2 === 1) ours.push(await startOurs());
  }
  const ratios = ours.map((ms, round) => ms / floor[round]!);
  return {
    id: 'second-start',
    ours_ms: median(ours),
    floor_ms: median(floor),
    ratio: median(ours) / median(floor),
    ratio_least: Math.min(...ratios),
    ratio_most: Math.max(...ratios),
  };
};

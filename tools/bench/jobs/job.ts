import { setTimeout as sleep } from 'node:timers/promises';
import type { startSandbox } from '../../../sandbox/tests/server.ts';
import { createCaller, type Product } from '../../../tests/product/product.ts';

/** A line of the table. */
export interface JobRow {
  id: string;
  /** Codes, words, rows, lines or tasks. */
  items: number;
  ours_s: number;
  ours_per_item_ms: number;
  /** Of an item, beside what the floor takes for it. */
  overhead_per_item_ms: number;
  floor_s: number;
  ratio: number;
}

export const jobRow = (id: string, items: number, oursMs: number, floorMs: number): JobRow => ({
  id,
  items,
  ours_s: oursMs / 1_000,
  ours_per_item_ms: oursMs / items,
  overhead_per_item_ms: (oursMs - floorMs) / items,
  floor_s: floorMs / 1_000,
  ratio: oursMs / floorMs,
});

/** What a job works with: the product on a copy of the data, which is thrown away, and the stand-ins beside it. */
export interface JobWorld {
  product: Product;
  standIns: Awaited<ReturnType<typeof startSandbox>>;
  /** The floor's tables of the same orders are in it; floors may write there. */
  dataDir: string;
  /** An action of the signed-in administrator. @throws on a refusal */
  ask: (name: string, action: string, data: object) => Promise<Record<string, unknown>>;
}

export const asker = async (url: string): Promise<JobWorld['ask']> => {
  const admin = createCaller(url);
  await admin.signIn();
  return async (name, action, data) => {
    const { code, message, data: answer } = await admin.call(name, action, data);
    if (code !== 0) throw new Error(`${name}.${action}: ${message} ${JSON.stringify(answer)}`);
    return answer;
  };
};

export const timed = async (work: () => Promise<unknown> | void): Promise<number> => {
  const started = performance.now();
  await work();
  return performance.now() - started;
};

const LOOK_MS = 250;

/** Looks, as a page that is open does, until it is so. */
export const until = async (isSo: () => Promise<boolean>): Promise<void> => {
  while (!(await isSo())) await sleep(LOOK_MS);
};

import type { startSandbox } from '../../../sandbox/tests/server.ts';
import type { Product } from '../../../tests/product/product.ts';
import type { Ask } from '../../shared/ask.ts';

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
  ask: Ask;
}

import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import type { BillRow } from './tradeBill.ts';

/**
 * The needed parts of a bill's rows on the function's disk during a comparison: numbers, sums and times, no personal
 * data. A day of any length can be read repeatedly with the memory of one page.
 */
const lineOf = ({ of, number, orderNo, gatewayNo, amountFen, time }: BillRow) => {
  const texts = [number, orderNo, gatewayNo].map(text => text.replace(/\s/g, ' '));
  return `${[of === 'payment' ? 'p' : 'r', amountFen, time, ...texts].join('\t')}\n`;
};

const rowOf = (line: string): BillRow => {
  const [of, amountFen, time, number = '', orderNo = '', gatewayNo = ''] = line.split('\t');
  return {
    of: of === 'p' ? 'payment' : 'refund',
    amountFen: Number(amountFen),
    time: Number(time),
    number,
    orderNo,
    gatewayNo,
  };
};

export const spoolTo = (file: string) => {
  const out = createWriteStream(file, { mode: 0o600 });
  let failure: unknown;
  out.on('error', error => (failure = error));
  return {
    /** A promise when the disk is slower. */
    write: (row: BillRow): Promise<void> | void => {
      if (failure) throw failure;
      if (!out.write(lineOf(row))) return once(out, 'drain').then(() => undefined);
    },
    end: async (): Promise<void> => {
      out.end();
      if (!out.closed) await once(out, 'close');
      if (failure) throw failure;
    },
  };
};

/** The rows in pages, starting at one of them. */
export async function* pagesOf(file: string, size: number, from = 0): AsyncGenerator<BillRow[]> {
  let at = 0;
  let rest = '';
  let page: BillRow[] = [];
  for await (const chunk of createReadStream(file, 'utf8')) {
    const lines = (rest + String(chunk)).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      if ((at += 1) <= from) continue;
      page.push(rowOf(line));
      if (page.length < size) continue;
      yield page;
      page = [];
    }
  }
  if (page.length > 0) yield page;
}

import { createHash } from 'node:crypto';
import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { billSentences } from '#contract/sentences/reconciliation.ts';

/** The bill is not available yet: try again later. */
export class BillLater extends Error {
  constructor(
    /** Shown to people. */
    readonly sentence: string,
  ) {
    super(sentence);
    this.name = 'BillLater';
  }
}

/** The bill is unusable: damaged in transfer, or in an unknown format. */
export class BillError extends Error {
  constructor(
    /** Shown to people. */
    readonly sentence: string,
  ) {
    super(sentence);
    this.name = 'BillError';
  }
}

const unreadable = () => new BillError(billSentences.unreadable);
const damaged = () => new BillError(billSentences.incomplete);

/** Far above any line of a bill; without a limit a damaged file would fill the memory. */
const LONGEST_LINE = 64 * 1024;

/** A row by column names, never by position, because positions differ between merchants and over time. */
export type TableRow = Map<string, string>;

/**
 * `` `a,`b,`c ``: every value starts with a backtick. Only the merchant's own text may contain a comma: surplus parts
 * belong to `freeColumn`.
 */
const valuesOf = (line: string, columns: string[], freeColumn: string): TableRow => {
  const values = line.slice(1).split(',`');
  const surplus = values.length - columns.length;
  const free = columns.indexOf(freeColumn);
  if (surplus > 0 && free >= 0)
    values.splice(free, surplus + 1, values.slice(free, free + surplus + 1).join(',`'));
  if (values.length !== columns.length) throw unreadable();
  return new Map(columns.map((name, at) => [name, (values[at] ?? '').trim()]));
};

/** Lines in groups, because awaiting each line separately would take most of the time. */
async function* linesOf(chunks: AsyncIterable<Buffer>): AsyncGenerator<string[]> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false });
  const decode = (chunk?: Buffer) => {
    try {
      return chunk ? decoder.decode(chunk, { stream: true }) : decoder.decode();
    } catch {
      throw unreadable();
    }
  };
  let rest = '';
  for await (const chunk of chunks) {
    const lines = (rest + decode(chunk)).split('\n');
    rest = lines.pop() ?? '';
    if (rest.length > LONGEST_LINE) throw unreadable();
    yield lines;
  }
  rest += decode();
  if (rest) yield [rest];
}

/** The content, unpacked if it is compressed. */
async function* unpacked(body: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  const source = body[Symbol.asyncIterator]();
  const first = await source.next();
  async function* all() {
    for (let next = first; !next.done; next = await source.next()) yield Buffer.from(next.value);
  }
  const isPacked = !first.done && first.value[0] === 0x1f && first.value[1] === 0x8b;
  if (!isPacked) return yield* all();
  const gunzip = createGunzip();
  // Errors of the input appear as an error below.
  pipeline(Readable.from(all()), gunzip, () => undefined);
  for await (const chunk of gunzip) yield chunk as Buffer;
}

export interface TableOptions {
  /** SHA-1 of the unpacked bill. */
  sha1: string;
  /** The first title of the summary below the rows. */
  summaryTitle: string;
  /** The column whose text may contain the separator. */
  freeColumn?: string;
  /** May return a promise to be awaited. */
  onRow(row: TableRow): Promise<void> | void;
}

/**
 * Reads a bill as a stream, line by line: titles, rows, titles of the sums, sums. Its integrity is known only at the
 * end, so what `onRow` has seen is valid only after this returns.
 * @returns the sums
 * @throws BillError
 */
export const readTable = async (
  body: AsyncIterable<Uint8Array>,
  { sha1, summaryTitle, freeColumn = '', onRow }: TableOptions,
): Promise<TableRow> => {
  const hash = createHash('sha1');
  async function* hashed() {
    try {
      for await (const chunk of unpacked(body)) {
        hash.update(chunk);
        yield chunk;
      }
    } catch {
      // Cut off or not an archive: whatever the network or the decompression reports.
      throw damaged();
    }
  }
  let columns: string[] | null = null;
  let titles: string[] | null = null;
  let sums: TableRow | null = null;
  const take = (raw: string): Promise<void> | void => {
    const line = raw.replace(/\r$/, '');
    if (line.trim() === '') return;
    if (sums) throw unreadable();
    if (!line.startsWith('`')) {
      const names = line.split(',').map(name => name.trim());
      if (!columns) columns = names;
      else if (!titles && names[0] === summaryTitle) titles = names;
      else throw unreadable();
    } else if (titles) sums = valuesOf(line, titles, '');
    else if (columns) return onRow(valuesOf(line, columns, freeColumn));
    else throw unreadable();
  };
  for await (const lines of linesOf(hashed()))
    for (const line of lines) {
      const waiting = take(line);
      if (waiting) await waiting;
    }
  if (hash.digest('hex') !== sha1.toLowerCase()) throw new BillError(billSentences.wrongChecksum);
  if (!sums) throw unreadable();
  return sums;
};

/** The value of the first of these columns that the bill has. @throws BillError */
export const valueIn = (row: TableRow, ...names: string[]): string => {
  for (const name of names) {
    const value = row.get(name);
    if (value !== undefined) return value;
  }
  throw unreadable();
};

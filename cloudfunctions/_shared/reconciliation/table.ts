import { createHash } from 'node:crypto';
import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';

/** The bill cannot be relied on: it was damaged on its way, or is not what we know how to read. */
export class BillError extends Error {
  constructor(
    /** For people. */
    readonly sentence: string,
  ) {
    super(sentence);
    this.name = 'BillError';
  }
}

const unreadable = () => new BillError('账单内容无法识别');
const damaged = () => new BillError('账单下载不完整');

/** No line of a bill comes near it; without an end a damaged file would fill the memory. */
const LONGEST_LINE = 64 * 1024;

/** A row by the names of its columns: never by their places, which differ between merchants and change with time. */
export type TableRow = Map<string, string>;

/**
 * `` `a,`b,`c ``: every value has a backtick before it. A comma may stand inside a value, where only the merchant's own
 * text is as free as that: what is too many belongs to `freeColumn`.
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

/** Many at once: waiting for each line by itself would take longer than everything else. */
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

/** What it says by itself, unpacked where it is packed. */
async function* unpacked(body: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  const source = body[Symbol.asyncIterator]();
  const first = await source.next();
  async function* all() {
    for (let next = first; !next.done; next = await source.next()) yield Buffer.from(next.value);
  }
  const isPacked = !first.done && first.value[0] === 0x1f && first.value[1] === 0x8b;
  if (!isPacked) return yield* all();
  const gunzip = createGunzip();
  // What goes wrong on the way in comes out as an error below.
  pipeline(Readable.from(all()), gunzip, () => undefined);
  for await (const chunk of gunzip) yield chunk as Buffer;
}

export interface TableOptions {
  /** SHA-1 of the bill as it is when unpacked. */
  sha1: string;
  /** The first of the titles below the rows. */
  summaryTitle: string;
  /** Whose text may hold what parts other values. */
  freeColumn?: string;
  /** A promise where it has to be waited for. */
  onRow(row: TableRow): Promise<void> | void;
}

/**
 * Reads a bill as it arrives, a line at a time: titles, rows, titles of the sums, sums. Whether it is whole and genuine
 * is known at its end only, so what `onRow` has seen counts when this has come back.
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
      // Cut off, or no archive: whatever the network or the unpacking says.
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
  if (hash.digest('hex') !== sha1.toLowerCase()) throw new BillError('账单校验值不符');
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

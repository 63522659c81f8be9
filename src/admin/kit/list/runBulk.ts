import type { Identifier, RaRecord } from 'react-admin';

/** The result of one record, in the form of the `batch…` actions. */
export interface RowResult {
  _id: Identifier;
  /** Anything but `failed` is a success. */
  result: string;
  message?: string | undefined;
}

/** One record at a time, or up to `BATCH` ids in one call. */
export type BulkAct =
  | { actOn: (record: RaRecord) => Promise<unknown>; actOnMany?: never }
  | { actOnMany: (ids: string[]) => Promise<readonly RowResult[]>; actOn?: never };

export interface Refusal {
  record: RaRecord;
  message: string;
}

interface Run {
  records: readonly RaRecord[];
  act: BulkAct;
  isCancelled: () => boolean;
  onDone: (done: number, refusals: Refusal[]) => void;
}

/** Small enough for visible progress and quick cancelling; the contract allows 100. */
const BATCH = 50;
/** Concurrent calls. */
const LANES = 4;

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

const chunksOf = <T>(items: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, at) =>
    items.slice(at * size, (at + 1) * size),
  );

const actOnChunk = async (chunk: RaRecord[], act: BulkAct): Promise<Refusal[]> => {
  if (act.actOn) {
    const [record] = chunk as [RaRecord];
    return act.actOn(record).then(
      () => [],
      (error: unknown) => [{ record, message: messageOf(error) }],
    );
  }
  try {
    const results = await act.actOnMany(chunk.map(({ id }) => String(id)));
    const refused = new Map(
      results.filter(({ result }) => result === 'failed').map(row => [row._id, row.message ?? '']),
    );
    return chunk
      .filter(({ id }) => refused.has(id))
      .map(record => ({ record, message: refused.get(record.id) ?? '' }));
  } catch (error) {
    return chunk.map(record => ({ record, message: messageOf(error) }));
  }
};

/** Acts on all records and returns the refused ones with reasons. Cancelling lets running calls finish. */
export const runBulk = async ({ records, act, isCancelled, onDone }: Run) => {
  const chunks = chunksOf(records, act.actOn ? 1 : BATCH);
  const next = chunks[Symbol.iterator]();
  const lane = async () => {
    for (const chunk of { [Symbol.iterator]: () => next }) {
      if (isCancelled()) return;
      const refusals = await actOnChunk(chunk, act);
      onDone(chunk.length, refusals);
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
};

import { db } from '#cloudfunctions/_shared/base/cloud.ts';
import { isDuplicate } from '#cloudfunctions/_shared/base/errors.ts';
import { outcome, type Questions, refusalOf, type Trial } from './question.ts';

const LONG_RECORD = 'x'.repeat(20_000);
const LONG_RECORDS = 1_000;
/** A write of so many stays below what a request may hold. */
const LONG_AT_ONCE = 40;
const ROWS = 30;
const WAITING_MS = 3_000;
const REPEATS = 100;

const askDuplicate = async ({ collection }: Trial): Promise<string> => {
  const records = db.collection(collection);
  await records.add({ _id: 'first', k: 1 });
  const inside = async () => {
    const transaction = await db.startTransaction();
    try {
      await transaction.collection(collection).add({ k: 1 });
      await transaction.commit();
    } catch (error) {
      await transaction.rollback().catch(() => undefined);
      throw error;
    }
  };
  const ways: [string, () => Promise<unknown>][] = [
    ['a unique key', () => records.add({ k: 1 })],
    ['in a transaction', inside],
    ['the same _id', () => records.add({ _id: 'first', k: 2 })],
  ];
  const answers = [];
  for (const [name, write] of ways)
    answers.push(`${name}: ${await write().then(() => 'taken', known)}`);
  return answers.join('; ');
};

const known = (error: unknown) =>
  `${isDuplicate(error) ? 'known' : 'UNKNOWN'}, ${refusalOf(error)}`;

const askUpdates = async ({ collection }: Trial): Promise<string> => {
  const records = db.collection(collection);
  await records.add({ _id: 'equal', k: 'equal', value: 1 });
  const { updated: outside } = await records.doc('equal').update({ value: 1 });
  const inside = (await db.runTransaction(async (transaction: typeof db) => {
    const { updated } = await transaction.collection(collection).doc('equal').update({ value: 1 });
    return updated;
  })) as number | undefined;
  const { updated: returning } = (await records
    .where({ _id: 'equal' })
    .updateAndReturn({ value: 1 })) as { updated?: number };
  const transaction = await db.startTransaction();
  const within = transaction.collection(collection);
  const changed = (await within
    .where({ _id: 'equal', value: 1 })
    .updateAndReturn({ value: 2 })) as {
    updated?: number;
  };
  await within.add(['gone', 'gone too'].map(k => ({ k, value: 2 })));
  await transaction.rollback();
  const { total } = await records.where({ value: 2 }).count();
  const answers = [
    `update ${String(outside)}, in a transaction ${String(inside)}`,
    `updateAndReturn ${String(returning)}, in a transaction ${String(changed.updated)}`,
  ];
  return `${answers.join(', ')}, of which a rollback leaves ${String(total)}`;
};

const askAggregate = async ({ collection }: Trial): Promise<string> => {
  const records = db.collection(collection);
  for (let at = 0; at < ROWS; at += 1) await records.add({ k: `row ${at}`, of: 'rows' });
  const { data } = (await records.aggregate().match({ of: 'rows' }).group({ _id: '$k' }).end()) as {
    data: unknown[];
  };
  return `${data.length} of ${ROWS}`;
};

const askAnswerSize = async ({ collection }: Trial): Promise<string> => {
  const records = db.collection(collection);
  for (let at = 0; at < LONG_RECORDS; at += LONG_AT_ONCE)
    await records.add(
      Array.from({ length: LONG_AT_ONCE }, (_one, more) => ({
        k: `long ${at + more}`,
        of: 'size',
        text: LONG_RECORD,
      })),
    );
  const begun = performance.now();
  return outcome(
    records.where({ of: 'size' }).limit(LONG_RECORDS).get(),
    answer => `${(answer as { data: unknown[] }).data.length} records of 20 KB in ${since(begun)}`,
  );
};

const since = (begun: number) => `${Math.round(performance.now() - begun)} ms`;

const askWriters = async ({ collection }: Trial): Promise<string> => {
  await db.collection(collection).add({ _id: 'contended', k: 'contended', by: 0 });
  const [first, second] = [await db.startTransaction(), await db.startTransaction()];
  const write = (transaction: typeof first, by: number) =>
    transaction.collection(collection).doc('contended').update({ by });
  await write(first, 1);
  const statement = write(second, 2).then(() => 'taken', refusalOf);
  const waits = new Promise<string>(resolve => setTimeout(resolve, WAITING_MS, 'waits'));
  const met = await Promise.race([statement, waits]);
  const committed = await outcome(first.commit());
  const after = met === 'waits' ? `, then ${await statement}` : '';
  const end = await outcome(second.commit());
  return `the second statement: ${met}${after}; first commit: ${committed}; second: ${end}`;
};

const askAtOnce = async ({ collection }: Trial): Promise<string> => {
  const answers = [];
  for (const requests of [40, 100]) {
    const begun = performance.now();
    const met = await Promise.all(
      Array.from({ length: requests }, () =>
        db
          .collection(collection)
          .limit(1)
          .get()
          .then(
            () => '',
            ({ code, message }: { code?: string; message?: string }) => code ?? message ?? 'failed',
          ),
      ),
    );
    const refused = met.filter(Boolean);
    const codes = [...new Set(refused)].join(', ');
    answers.push(
      `${requests} in ${since(begun)}${refused.length > 0 ? `, ${refused.length} refused: ${codes}` : ''}`,
    );
  }
  return answers.join('; ');
};

const askOrder = async ({ collection, records }: Trial): Promise<string> => {
  const its = db.collection(collection);
  const page = Math.min(1_000, records);
  for (let from = 0; from < records; from += page)
    await its.add(
      Array.from({ length: page }, (_one, more) => ({
        k: `order ${from + more}`,
        group: (from + more) % 4,
        at: from + more,
      })),
    );
  const timed = async (condition: object) => {
    const times = [];
    for (let tries = 0; tries < 3; tries += 1) {
      const begun = performance.now();
      await its.where(condition).orderBy('at', 'desc').limit(20).get();
      times.push(Math.round(performance.now() - begun));
    }
    return Math.min(...times);
  };
  const several = await timed({ group: db.command.in([0, 1, 2]) });
  return `${several} ms for three values, ${await timed({ group: 0 })} ms for one, of ${records} records`;
};

const askStale = async ({ collection }: Trial): Promise<string> => {
  const record = db.collection(collection).doc('stale');
  await db.collection(collection).add({ _id: 'stale', k: 'stale', value: 0 });
  let stale = 0;
  for (let value = 1; value <= REPEATS; value += 1) {
    await record.update({ value });
    const { data } = (await record.get()) as { data: { value?: number }[] };
    if (data[0]?.value !== value) stale += 1;
  }
  return `${stale} of ${REPEATS} old`;
};

export const ofDatabase: Questions<Trial> = {
  'How is a duplicate told?': askDuplicate,
  'What does an update count?': askUpdates,
  'How many rows does an aggregation answer?': askAggregate,
  'How large may an answer be?': askAnswerSize,
  'Does a second writer wait or fail?': askWriters,
  'How many requests at once?': askAtOnce,
  'Is the order within several values merged by an index?': askOrder,
  'Does a read see what was just written?': askStale,
};

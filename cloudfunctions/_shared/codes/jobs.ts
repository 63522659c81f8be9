import { CODE_PAGE } from '#contract/activationCode.ts';
import { _ } from '../base/cloud.ts';
import { endOfRun } from '../base/due.ts';
import { environment } from '../base/environment.ts';
import { isDuplicate } from '../base/errors.ts';
import { type Query } from '../base/repository.ts';
import {
  activationCodes,
  batches,
  countCodes,
  type Job,
  newCode,
  recount,
  type StoredBatch,
} from './codes.ts';

/**
 * Jobs on whole batches run in pages of 500 that may be repeated. An interrupted job leaves a batch that says what
 * remains; the next caller (the same call, another call or a job) continues.
 */
const idsOf = async (query: Query): Promise<string[]> =>
  (await activationCodes.find(query, { limit: CODE_PAGE, fields: ['_id'] })).map(({ _id }) => _id);

/** Makes those codes of a page that are not there. */
const fillPage = async (batch: StoredBatch, from: number, to: number): Promise<void> => {
  const query = { batchId: batch._id, serial: _.gte(from).and(_.lte(to)) };
  for (;;) {
    const present = await activationCodes.find(query, { limit: CODE_PAGE, fields: ['serial'] });
    const known = new Set(present.map(({ serial }) => serial));
    const now = Date.now();
    const missing = Array.from({ length: to - from + 1 }, (_, at) => from + at)
      .filter(serial => !known.has(serial))
      .map(serial => newCode(batch, serial, now));
    if (missing.length === 0) return;
    try {
      await activationCodes.insertMany(missing);
      return;
    } catch (error) {
      // Another worker made some of them, or a code existed already: check again, with new codes.
      if (!isDuplicate(error)) throw error;
    }
  }
};

const generate = async (batch: StoredBatch, deadline: number): Promise<void> => {
  for (let from = batch.generated + 1; from <= batch.quantity; from += CODE_PAGE) {
    if (Date.now() > deadline) return;
    const to = Math.min(from + CODE_PAGE - 1, batch.quantity);
    await fillPage(batch, from, to);
    await batches.note(batch._id, { generated: to, 'job.done': to });
  }
  const counts = await countCodes(batch);
  await batches.compareAndSet(
    batch._id,
    { status: 'generating' },
    { status: 'active', job: null, counts },
  );
};

/** Changes all codes found by `query`, page by page. Changed codes no longer match the query. */
const changeAll = async (
  batch: StoredBatch,
  job: Job,
  pages: { query: Query; patch: Record<string, unknown> }[],
  deadline: number,
): Promise<void> => {
  const { _id: batchId } = batch;
  let { done } = job;
  for (const { query, patch } of pages) {
    for (;;) {
      if (Date.now() > deadline) return;
      const ids = await idsOf({ batchId, ...query });
      if (ids.length === 0) break;
      done += await activationCodes.compareAndSetMany(ids, query, patch);
      await batches.note(batchId, { 'job.done': done });
    }
  }
  // Only the job that was started: another may have replaced it.
  const mine = { 'job.kind': job.kind, 'job.startTime': job.startTime };
  const counts = await countCodes(batch);
  await batches.compareAndSet(batchId, mine, { job: null, counts });
};

/** Works on a batch for one time slice. */
export const continueJob = async (batch: StoredBatch): Promise<void> => {
  const deadline = endOfRun(environment.CODE_JOB_SLICE_MS);
  const { expireTime, job } = batch;
  if (batch.status === 'generating') return generate(batch, deadline);
  if (job?.kind === 'disable') {
    const patch = { status: 'disabled', disableReason: job.reason };
    return changeAll(batch, job, [{ query: { status: 'unused' }, patch }], deadline);
  }
  if (job?.kind === 'extend') {
    const older = { expireTime: _.neq(expireTime) };
    const pages = (['expired', 'unused'] as const).map(status => ({
      query: { status, ...older },
      patch: { status: 'unused', expireTime },
    }));
    return changeAll(batch, job, pages, deadline);
  }
};

/** Works on unfinished jobs, oldest first, until all have had their slice or the time is up. */
export const continueJobs = async (): Promise<number> => {
  const open = await batches.find(
    { 'job.kind': _.in(['generate', 'disable', 'extend']) },
    { limit: 20, sort: [['createTime', 'asc']] },
  );
  const end = endOfRun();
  let worked = 0;
  for (const batch of open) {
    if (Date.now() >= end) break;
    // Working on the others takes time, in which this one may have been finished.
    await continueJob(await batches.require(batch._id));
    worked += 1;
  }
  return worked;
};

/** Whose codes have expired at once; others are counted anew within the hour. */
const MOST_BATCHES = 1_000;

/** Expires unused codes whose end has passed. */
export const expireCodes = async (): Promise<number> => {
  const deadline = endOfRun(4 * environment.CODE_JOB_SLICE_MS);
  const touched = new Set<string>();
  let expired = 0;
  while (Date.now() < deadline) {
    const due = { status: 'unused', expireTime: _.lt(Date.now()) };
    const page = await activationCodes.find(due, { limit: CODE_PAGE, fields: ['_id', 'batchId'] });
    if (page.length === 0) break;
    for (const { batchId } of page) touched.add(batchId);
    const ids = page.map(({ _id }) => _id);
    expired += await activationCodes.compareAndSetMany(ids, due, { status: 'expired' });
  }
  const wanted = { _id: _.in([...touched]) };
  const found = touched.size > 0 ? await batches.find(wanted, { limit: MOST_BATCHES }) : [];
  for (const batch of found) await recount(batch);
  return expired;
};

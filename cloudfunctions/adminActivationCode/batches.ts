import { randomInt } from 'node:crypto';
import {
  activationBatchEntity,
  type BatchStatus,
  batchStatuses,
} from '#contract/activationCode.ts';
import type { ActionInput } from '#contract/index.ts';
import type { Package } from '#contract/package.ts';
import { activationCodeSentences } from '#contract/sentences/activationCodes.ts';
import { packageSentences } from '#contract/sentences/packages.ts';
import { dayOf } from '#contract/shanghai.ts';
import { mayMove } from '#contract/states.ts';
import { actorOf, authorOf } from '../_shared/base/actor.ts';
import type { AdminContext } from '../_shared/base/dispatcher.ts';
import { environment } from '../_shared/base/environment.ts';
import { invalid, stateNotAllowed } from '../_shared/base/errors.ts';
import { idFromKey } from '../_shared/base/ids.ts';
import { intended, madeBefore } from '../_shared/base/repeats.ts';
import { gramsOf, numberTerms } from '../_shared/base/searchTerms.ts';
import { inTransaction } from '../_shared/base/transaction.ts';
import { batches, type StoredBatch } from '../_shared/codes/codes.ts';
import { continueJob } from '../_shared/codes/jobs.ts';

const YEAR_MS = 365 * 86_400_000;

/** When a call has done what fits into its time slice; the job does the rest. */
const leftTime = (now: number) => now + environment.CODE_JOB_SLICE_MS;

/** Works for one time slice and answers the batch. */
export const worked = async (batch: StoredBatch): Promise<StoredBatch> => {
  await continueJob(batch);
  return batches.require(batch._id);
};

export const createBatch = async (
  request: ActionInput<'adminActivationCode', 'createBatch'>,
  context: AdminContext,
  chosen: Package | null,
): Promise<StoredBatch> => {
  const { idemKey, quantity, ...wanted } = request;
  const now = Date.now();
  const { packageId = '', credits, validFrom = now, expireTime = validFrom + YEAR_MS } = wanted;
  if (packageId && !chosen) throw invalid({ packageId: packageSentences.chosenGone });
  if (!packageId && !credits) throw invalid({ credits: activationCodeSentences.creditsRequired });
  if (packageId && credits) throw invalid({ credits: activationCodeSentences.creditsOfPackage });
  if (expireTime <= Math.max(now, validFrom))
    throw invalid({ expireTime: activationCodeSentences.laterTimeRequired });
  const admin = await context.admin();
  const _id = idFromKey(idemKey, [admin._id]);
  const batchNo = `B${dayOf(now)}${String(randomInt(1_000_000)).padStart(6, '0')}`;
  const batch = {
    ...activationBatchEntity.blank(),
    _id,
    batchNo,
    name: wanted.name,
    packageId,
    packageName: chosen?.name ?? '',
    days: chosen?.days ?? 0,
    credits: chosen?.credits ?? credits ?? 0,
    giftCredits: chosen?.giftCredits ?? 0,
    quantity,
    channel: wanted.channel ?? '',
    validFrom,
    expireTime,
    perUserLimit: wanted.perUserLimit ?? 1,
    status: 'generating' as const,
    remark: wanted.remark ?? '',
    counts: { unused: 0, used: 0, disabled: 0, expired: 0 },
    job: { kind: 'generate' as const, done: 0, total: quantity, startTime: now, reason: '' },
    createBy: authorOf(admin),
    grams: [...numberTerms(batchNo), ...gramsOf(wanted.name)],
  };
  const entry = { by: await actorOf(context), resource: 'activationBatch' };
  const stored = await inTransaction(async transaction => {
    const first = idemKey ? await transaction.get<StoredBatch>('activationBatches', _id) : null;
    if (first) return madeBefore(first, request);
    transaction.due('codeBatches', leftTime(transaction.now));
    return transaction.insert('activationBatches', { ...batch, ...intended(request) }, entry);
  });
  return worked(stored);
};

interface Change {
  id: string;
  rev: number | undefined;
  reason: string;
}

/** `plan` answers what is to be written, or refuses. */
export const changeBatch = async (
  { id, rev, reason }: Change,
  context: AdminContext,
  plan: (before: StoredBatch, now: number) => Partial<StoredBatch>,
): Promise<StoredBatch> => {
  const entry = { by: await actorOf(context), resource: 'activationBatch', reason };
  return inTransaction(async transaction => {
    const before = await transaction.require<StoredBatch>('activationBatches', id, rev);
    const patch = plan(before, transaction.now);
    if (patch.job) transaction.due('codeBatches', leftTime(transaction.now));
    return transaction.change('activationBatches', before, patch, entry);
  });
};

export const setBatchStatus = (
  { id, status, reason, rev }: ActionInput<'adminActivationCode', 'setBatchStatus'>,
  context: AdminContext,
): Promise<StoredBatch> =>
  changeBatch({ id, rev, reason }, context, before => {
    checkMove(before.status, status);
    return { status, statusReason: reason };
  });

const checkMove = (from: BatchStatus, to: BatchStatus) => {
  if (mayMove(activationBatchEntity.transitions, from, to) && from !== 'generating') return;
  throw stateNotAllowed(
    activationCodeSentences.illegalMove(batchStatuses[from].label, batchStatuses[to].label),
  );
};

export const extendBatch = async (
  { id, expireTime, reason = '', rev }: ActionInput<'adminActivationCode', 'extendBatch'>,
  context: AdminContext,
): Promise<StoredBatch> => {
  const batch = await changeBatch({ id, rev, reason }, context, (before, now) => {
    refuseWhileBusy(before);
    if (before.status === 'archived') throw stateNotAllowed(activationCodeSentences.archived);
    if (expireTime <= Math.max(now, before.expireTime))
      throw invalid({ expireTime: activationCodeSentences.laterThanNow });
    const total = before.counts.unused + before.counts.expired;
    return { expireTime, job: { kind: 'extend', done: 0, total, startTime: now, reason } };
  });
  return worked(batch);
};

/** One job at a time. */
export const refuseWhileBusy = ({ status, job }: StoredBatch): void => {
  if (status === 'generating') throw stateNotAllowed(activationCodeSentences.generating);
  if (job) throw stateNotAllowed(activationCodeSentences.busy);
};

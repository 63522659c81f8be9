import { createHash, randomInt } from 'node:crypto';
import { type BatchStatus, batchStatuses, batchTransitions } from '#contract/activationCode.ts';
import type { ActionInput } from '#contract/index.ts';
import type { Package } from '#contract/package.ts';
import { mayMove } from '#contract/states.ts';
import { auditRow } from '../_shared/audit.ts';
import { _ } from '../_shared/cloud.ts';
import { batches, type StoredBatch } from '../_shared/codes/codes.ts';
import { continueJob } from '../_shared/codes/jobs.ts';
import { dayOf } from '../_shared/counters.ts';
import type { AdminContext } from '../_shared/dispatcher.ts';
import { conflict, invalid, notFound, stateNotAllowed } from '../_shared/errors.ts';
import { newId } from '../_shared/repository.ts';
import { gramsOf } from '../_shared/search.ts';
import { inTransaction } from '../_shared/transaction.ts';

const YEAR_MS = 365 * 86_400_000;

/** Works for one time slice and answers the batch. */
export const worked = async (batch: StoredBatch): Promise<StoredBatch> => {
  await continueJob(batch);
  return batches.require(batch._id);
};

export const createBatch = async (
  { idemKey, quantity, ...wanted }: ActionInput<'adminActivationCode', 'createBatch'>,
  context: AdminContext,
  chosen: Package | null,
): Promise<StoredBatch> => {
  const now = Date.now();
  const { packageId = '', credits, validFrom = now, expireTime = validFrom + YEAR_MS } = wanted;
  if (packageId && !chosen) throw invalid({ packageId: '所选套餐已不存在，请重新选择' });
  if (!packageId && !credits) throw invalid({ credits: '请填写积分，或选择套餐' });
  if (packageId && credits) throw invalid({ credits: '已选择套餐，积分以套餐为准' });
  if (expireTime <= Math.max(now, validFrom)) throw invalid({ expireTime: '请选择更晚的时间' });
  const admin = await context.admin();
  const _id = idemKey
    ? createHash('sha256').update(`${admin._id}\n${idemKey}`).digest('hex').slice(0, 24)
    : newId();
  const batch: StoredBatch = {
    _id,
    rev: 1,
    createTime: now,
    updateTime: now,
    batchNo: `B${dayOf(now)}${String(randomInt(1_000_000)).padStart(6, '0')}`,
    name: wanted.name,
    packageId,
    packageName: chosen?.name ?? '',
    days: chosen?.days ?? 0,
    credits: chosen?.credits ?? credits ?? 0,
    giftCredits: chosen?.giftCredits ?? 0,
    quantity,
    generated: 0,
    prefix: wanted.prefix ?? '',
    channel: wanted.channel ?? '',
    validFrom,
    expireTime,
    perUserLimit: wanted.perUserLimit ?? 1,
    status: 'generating',
    statusReason: '',
    exportCount: 0,
    remark: wanted.remark ?? '',
    counts: { unused: 0, used: 0, disabled: 0, expired: 0 },
    job: { kind: 'generate', done: 0, total: quantity, startTime: now, reason: '' },
    createBy: { adminId: admin._id, name: admin.nickName || admin.username },
    grams: gramsOf(wanted.name),
  };
  const target = { resource: 'activationBatch', resourceId: _id };
  const row = auditRow(context, admin, { ...target, after: batch });
  const stored = await inTransaction(async transaction => {
    const first = idemKey ? await transaction.get<StoredBatch>('activationBatches', _id) : null;
    if (first) return first;
    await transaction.insert('activationBatches', batch);
    await transaction.insert('auditLogs', row);
    return batch;
  });
  return worked(stored);
};

interface Change {
  id: string;
  rev: number | undefined;
  reason: string;
}

/** Changes a batch with its audit row; `change` returns the patch or throws. */
export const rewrite = async (
  { id, rev, reason }: Change,
  context: AdminContext,
  change: (before: StoredBatch, now: number) => Partial<StoredBatch>,
): Promise<StoredBatch> => {
  const now = Date.now();
  const rowId = newId();
  const admin = await context.admin();
  return inTransaction(async transaction => {
    const before = await transaction.get<StoredBatch>('activationBatches', id);
    if (!before) throw notFound();
    if (rev !== undefined && before.rev !== rev) throw conflict(before);
    const patch = { ...change(before, now), rev: before.rev + 1, updateTime: now };
    const after = { ...before, ...patch };
    // The SDK merges nested objects into the stored value, which fails for null.
    const { job, ...rest } = patch;
    await transaction.update('activationBatches', id, {
      ...rest,
      ...(job !== undefined && { job: job && _.set(job) }),
    });
    const target = { resource: 'activationBatch', resourceId: id, reason };
    const row = auditRow(context, admin, { ...target, before, after });
    await transaction.insert('auditLogs', { ...row, _id: rowId });
    return after;
  });
};

export const setBatchStatus = (
  { id, status, reason, rev }: ActionInput<'adminActivationCode', 'setBatchStatus'>,
  context: AdminContext,
): Promise<StoredBatch> =>
  rewrite({ id, rev, reason }, context, before => {
    checkMove(before.status, status);
    return { status, statusReason: reason };
  });

const checkMove = (from: BatchStatus, to: BatchStatus) => {
  if (mayMove(batchTransitions, from, to) && from !== 'generating') return;
  throw stateNotAllowed(
    `「${batchStatuses[from].label}」的批次不能变为「${batchStatuses[to].label}」`,
  );
};

export const extendBatch = async (
  { id, expireTime, reason = '', rev }: ActionInput<'adminActivationCode', 'extendBatch'>,
  context: AdminContext,
): Promise<StoredBatch> => {
  const batch = await rewrite({ id, rev, reason }, context, (before, now) => {
    refuseWhileBusy(before);
    if (before.status === 'archived') throw stateNotAllowed('批次已归档');
    if (expireTime <= Math.max(now, before.expireTime))
      throw invalid({ expireTime: '请选择比当前更晚的时间' });
    const total = before.counts.unused + before.counts.expired;
    return { expireTime, job: { kind: 'extend', done: 0, total, startTime: now, reason } };
  });
  return worked(batch);
};

/** One job at a time. */
export const refuseWhileBusy = ({ status, job }: StoredBatch): void => {
  if (status === 'generating') throw stateNotAllowed('激活码正在生成，请稍后再试');
  if (job) throw stateNotAllowed('该批次有任务正在进行，请稍后再试');
};

import type { CodeStatus } from '#contract/activationCode.ts';
import type { ActionInput } from '#contract/index.ts';
import { activationCodeSentences } from '#contract/sentences/activationCodes.ts';
import { actorOf } from '../_shared/base/actor.ts';
import { _ } from '../_shared/base/cloud.ts';
import type { AdminContext } from '../_shared/base/dispatcher.ts';
import { invalid, stateNotAllowed } from '../_shared/base/errors.ts';
import { inTransaction } from '../_shared/base/transaction.ts';
import {
  activationCodes,
  batches,
  countMoved,
  type StoredBatch,
  type StoredCode,
} from '../_shared/codes/codes.ts';
import { changeBatch, refuseWhileBusy, worked } from './batches.ts';

type Target = Pick<ActionInput<'adminActivationCode', 'disableCodes'>, 'ids' | 'batchId'>;

/** What disabling would change. */
export const preview = async ({ ids, batchId }: Target) => {
  if ((ids === undefined) === (batchId === undefined))
    throw invalid({ ids: activationCodeSentences.codesOrBatchRequired });
  if (batchId !== undefined) {
    const { counts } = await batches.require(batchId);
    return { counts, affected: counts.unused };
  }
  const found = await activationCodes.find({ _id: _.in(ids ?? []) }, { fields: ['_id', 'status'] });
  const count = (wanted: CodeStatus) => found.filter(({ status }) => status === wanted).length;
  const counts = {
    unused: count('unused'),
    used: count('used'),
    disabled: count('disabled'),
    expired: count('expired'),
  };
  return { counts, affected: counts.unused };
};

type Request = ActionInput<'adminActivationCode', 'disableCodes'>;

/** Refused if the number has changed since the preview. */
export const disableCodes = async (request: Request, context: AdminContext, affected: number) => {
  const { ids, batchId, reason, expectCount } = request;
  if (expectCount !== undefined && expectCount !== affected)
    throw stateNotAllowed(activationCodeSentences.countChanged, { affected });
  if (batchId !== undefined) {
    const begun = await changeBatch(
      { id: batchId, rev: undefined, reason },
      context,
      (before, now) => {
        refuseWhileBusy(before);
        return { job: { kind: 'disable', done: 0, total: affected, startTime: now, reason } };
      },
    );
    return { affected, batch: await worked(begun) };
  }
  const changed = await disableSome([...new Set(ids)], reason, context);
  const touched = [...new Set(changed.map(code => code.batchId))];
  const countOf = (id: string) => changed.filter(code => code.batchId === id).length;
  await Promise.all(touched.map(id => countMoved(id, 'unused', 'disabled', countOf(id))));
  const batch = touched.length === 1 ? await batches.get(touched[0] ?? '') : null;
  return { affected: changed.length, batch };
};

/** All codes and the audit row together; codes that are not unused are left unchanged. */
const disableSome = async (
  ids: string[],
  reason: string,
  context: AdminContext,
): Promise<StoredCode[]> => {
  const by = await actorOf(context);
  return inTransaction(async transaction => {
    const changed: StoredCode[] = [];
    for (const id of ids) {
      const code = await transaction.get<StoredCode>('activationCodes', id);
      if (code?.status === 'unused') changed.push(code);
    }
    const patch = { status: 'disabled' as const, disableReason: reason };
    for (const code of changed) await transaction.change('activationCodes', code, patch);
    if (changed.length === 0) return changed;
    await transaction.audit({
      by,
      resource: 'activationCode',
      reason,
      resourceId: changed.length === 1 ? (changed[0]?._id ?? '') : '',
      before: { status: 'unused' },
      after: { status: 'disabled', ids: changed.map(({ _id }) => _id) },
    });
    return changed;
  });
};

/** Restores the previous state; refused once the batch has expired. */
export const restoreCode = async (
  { id, reason }: ActionInput<'adminActivationCode', 'restoreCode'>,
  context: AdminContext,
): Promise<StoredCode> => {
  const by = await actorOf(context);
  const restored = await inTransaction(async transaction => {
    const before = await transaction.require<StoredCode>('activationCodes', id);
    if (before.status !== 'disabled') throw stateNotAllowed(activationCodeSentences.notDisabled);
    const batch = await transaction.get<StoredBatch>('activationBatches', before.batchId);
    if (!batch || batch.expireTime < transaction.now)
      throw stateNotAllowed(activationCodeSentences.batchExpired);
    const patch = {
      status: 'unused' as const,
      disableReason: '',
      expireTime: batch.expireTime,
    };
    return transaction.change('activationCodes', before, patch, {
      by,
      resource: 'activationCode',
      reason,
      before: { status: before.status },
      after: { status: patch.status },
    });
  });
  await countMoved(restored.batchId, 'disabled', 'unused');
  return restored;
};

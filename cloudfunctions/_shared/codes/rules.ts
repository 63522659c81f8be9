import { codeRefusals } from '#contract/sentences/activationCodes.ts';
import { DAY_MS } from '#contract/shanghai.ts';
import type { Posting, StoredUser } from '../users/ledger.ts';
import { type Membership, prolonged } from '../users/membership.ts';
import type { StoredBatch, StoredCode } from './codes.ts';

/**
 * Why a code was refused. Only support sees it; users get one answer for all reasons, so that guessing reveals nothing.
 */
export class CodeRefused extends Error {
  constructor(
    readonly why: string,
    readonly codeId = '',
  ) {
    super('code refused');
  }
}

/** @throws CodeRefused */
export const check = (
  code: StoredCode,
  batch: StoredBatch | null,
  user: StoredUser,
  now: number,
) => {
  const refuse = (why: string): never => {
    throw new CodeRefused(why, code._id);
  };
  if (user.status !== 'normal') return refuse(codeRefusals.userNotNormal);
  if (code.status !== 'unused') return refuse(codeRefusals[code.status]);
  if (!batch || batch.status !== 'active') return refuse(codeRefusals.batchNotActive);
  if (batch.job?.kind === 'disable') return refuse(codeRefusals.batchBeingDisabled);
  if (now < batch.validFrom) return refuse(codeRefusals.notYetValid);
  if (now > batch.expireTime) return refuse(codeRefusals.expired);
  if ((user.redeemed?.[batch._id] ?? 0) >= batch.perUserLimit)
    return refuse(codeRefusals.limitReached);
  return batch;
};

export const postingsOf = (code: StoredCode, batch: StoredBatch, operator: string): Posting[] =>
  (['paid', 'gift'] as const).map(bucket => ({
    _id: `code_${code._id}_${bucket}`,
    kind: 'code',
    bucket,
    delta: bucket === 'paid' ? batch.credits : batch.giftCredits,
    refType: 'activationCode',
    refId: code._id,
    reason: batch.name,
    operator,
  }));

/** The membership that a code grants is added to the one that the user has. */
export const membership = (
  user: StoredUser,
  { packageId, packageName, days }: StoredBatch,
  now: number,
): Partial<Membership> =>
  packageId ? prolonged(user, { packageId, packageName }, days * DAY_MS, now) : {};

import { DAY_MS } from '#contract/shanghai.ts';
import type { Posting, StoredUser } from '../users/ledger.ts';
import type { StoredBatch, StoredCode } from './codes.ts';

/**
 * Why a code was refused. Only support is told; users get one answer for all reasons, so that guessing reveals nothing.
 *
 */
export class CodeRefused extends Error {
  constructor(
    readonly why: string,
    readonly codeId = '',
  ) {
    super('code refused');
    this.name = 'CodeRefused';
  }
}

export const usedAlready = { used: '已被使用', disabled: '已作废', expired: '已过期' } as const;

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
  if (code.status !== 'unused') return refuse(usedAlready[code.status]);
  if (!batch || batch.status !== 'active') return refuse('批次未启用');
  if (batch.job?.kind === 'disable') return refuse('批次正在作废');
  if (now < batch.validFrom) return refuse('未到生效时间');
  if (now > batch.expireTime) return refuse('已过期');
  if ((user.redeemed?.[batch._id] ?? 0) >= batch.perUserLimit) return refuse('超过每人限用次数');
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

export const membership = (
  user: StoredUser,
  batch: StoredBatch,
  now: number,
): Partial<Pick<StoredUser, 'packageId' | 'packageName' | 'packageExpireTime'>> => {
  if (!batch.packageId || batch.days === 0) return {};
  const same = user.packageId === batch.packageId ? (user.packageExpireTime ?? 0) : 0;
  return {
    packageId: batch.packageId,
    packageName: batch.packageName,
    packageExpireTime: Math.max(now, same) + batch.days * DAY_MS,
  };
};

import { isWellFormedCode, normaliseCode } from '#contract/codeText.ts';
import { activationCodeSentences, codeRefusals } from '#contract/sentences/activationCodes.ts';
import { adminActor, nameOf } from '../base/actor.ts';
import { _ } from '../base/cloud.ts';
import type { CallContext } from '../base/dispatcher.ts';
import { lockOfUser } from '../base/locks.ts';
import type { StoredAdmin } from '../base/session.ts';
import { inTransaction, known, type Transaction } from '../base/transaction.ts';
import { count } from '../counting/counters.ts';
import { post, type StoredUser } from '../users/ledger.ts';
import { logUser } from '../users/userLog.ts';
import {
  activationCodes,
  batches,
  countMoved,
  hashOfCode,
  type StoredBatch,
  type StoredCode,
} from './codes.ts';
import { check, CodeRefused, membership, postingsOf } from './rules.ts';

export interface Redeemed {
  codeId: string;
  credits: number;
  packageName: string;
  packageExpireTime: number | null;
}

/** The administrator who redeems on behalf of the user. */
export interface OnBehalf {
  context: CallContext;
  admin: StoredAdmin;
  reason: string;
}

const operatorOf = (by: OnBehalf | undefined) => (by ? nameOf(by.admin) : '');

/** @throws CodeRefused */
const find = async (typed: string): Promise<StoredCode> => {
  const code = normaliseCode(typed);
  if (!isWellFormedCode(code)) throw new CodeRefused(codeRefusals.malformed);
  const [found] = await activationCodes.find({ codeHash: hashOfCode(code) });
  if (!found) throw new CodeRefused(codeRefusals.unknown);
  return found;
};

/**
 * Redeems a code once: its state, the user's balance and membership, the ledger and the audit row change in one transaction,
 * so of concurrent callers one finds it unused. The owner gets the same success again on every later call, because
 * the first answer may have been lost.
 * @param settled done once it is known that the code is right
 * @throws CodeRefused
 */
export const redeemCode = async (
  typed: string,
  user: StoredUser,
  by?: OnBehalf,
  settled?: () => Promise<unknown>,
): Promise<Redeemed> => {
  const found = await find(typed);
  if (wentTo(found, user)) return repeatedAnswer(found);
  refuseIfGone(found);
  let name = '';
  const store = async (transaction: Transaction): Promise<Redeemed> => {
    const { now } = transaction;
    const code = await transaction.get<StoredCode>('activationCodes', found._id);
    const owner = await transaction.get<StoredUser>('users', user._id);
    if (!code || !owner) throw new CodeRefused(codeRefusals.unknown);
    const stored = await transaction.get<StoredBatch>('activationBatches', code.batchId);
    const batch = check(code, stored, owner, now);
    const gained = membership(owner, batch, now);
    const grantedUntil = gained.packageExpireTime ?? null;
    const used = {
      status: 'used' as const,
      usedTime: now,
      ledgerId: `code_${code._id}_paid`,
      grantedUntil,
      usedBy: { userId: owner._id, nickName: owner.nickName },
    };
    const entry = by && {
      by: adminActor(by.context, by.admin),
      resource: 'activationCode',
      reason: by.reason,
      before: { status: 'unused' },
      after: { status: 'used', usedBy: owner._id },
    };
    await transaction.change('activationCodes', code, used, entry);
    const patch = {
      ...gained,
      redeemed: { ...owner.redeemed, [batch._id]: (owner.redeemed?.[batch._id] ?? 0) + 1 },
    };
    const postings = postingsOf(code, batch, operatorOf(by));
    await post(transaction, owner, postings, { patch });
    name = batch.name;
    return grantOf(code, batch, grantedUntil);
  };
  try {
    return await inTransaction(store, {
      known: [
        known('activationCodes', found._id, found),
        known('users', user._id, user, ['status']),
        known('activationBatches', found.batchId),
      ],
      locks: [lockOfUser(user._id)],
      beside: () => {
        const about = { refType: 'activationCode', refId: found._id, operator: operatorOf(by) };
        const title = activationCodeSentences.redeemed;
        return Promise.all([
          logUser(user, { type: 'redeem', title, detail: name, ...about }),
          countMoved(found.batchId, 'unused', 'used'),
          count(Date.now(), { redeemedCodes: 1 }),
          settled?.(),
        ]);
      },
    });
  } catch (error) {
    return whatBecameOf(found._id, user, error);
  }
};

/** @throws CodeRefused for one that can no longer be redeemed */
const refuseIfGone = (code: StoredCode | null) => {
  if (code && code.status !== 'unused') throw new CodeRefused(codeRefusals[code.status], code._id);
};

const wentTo = ({ usedBy }: StoredCode, user: { _id: string }) => usedBy?.userId === user._id;

const grantOf = (
  { _id }: StoredCode,
  batch: StoredBatch,
  packageExpireTime: number | null,
): Redeemed => ({
  codeId: _id,
  credits: batch.credits + batch.giftCredits,
  packageName: batch.packageName,
  packageExpireTime,
});

/** The first answer again: what a batch grants never changes. */
const repeatedAnswer = async (code: StoredCode): Promise<Redeemed> =>
  grantOf(code, await batches.require(code.batchId), code.grantedUntil ?? null);

/** Milliseconds; the first caller's transaction may still be running. */
const LOOK_AGAIN_MS = [200, 400, 800, 1_600];

/**
 * After repeated conflicts or a lost answer of its own commit, checks what became of the code: the caller may own it.
 */
const whatBecameOf = async (
  id: string,
  user: { _id: string },
  error: unknown,
  [pause, ...pauses] = LOOK_AGAIN_MS,
): Promise<Redeemed> => {
  const now = await activationCodes.get(id);
  if (now && wentTo(now, user)) return repeatedAnswer(now);
  if (error instanceof CodeRefused) throw error;
  refuseIfGone(now);
  if (pause === undefined) throw error;
  await new Promise(resolve => setTimeout(resolve, pause));
  return whatBecameOf(id, user, error, pauses);
};

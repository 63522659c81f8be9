import { createHmac } from 'node:crypto';
import { DAY_MS } from '#contract/shanghai.ts';
import { repository, type Stored } from '../base/repository.ts';
import { kekBytes } from '../base/secrets.ts';
import { settingsOf } from '../base/settings.ts';
import type { Transaction } from '../base/transaction.ts';
import type { StoredUser } from './ledger.ts';

/**
 * What limits need of a deleted account, should its user come back, and nothing else: no name, no openid, no record of
 * what was done. `_id` is a keyed hash of the openid, so that without the encryption key nobody is found by it.
 */
export interface PastAccount extends Stored {
  freeTasks: StoredUser['freeTasks'] | null;
  /** Redeemed codes by batch. */
  redeemed: Record<string, number>;
  /** Bought packages by id. */
  bought: Record<string, number>;
  /** Credits that a refund took back and that were spent already. */
  owed: StoredUser['credits'];
  /** No account has ended, one has begun: `pastAccountIn` says why this is noted. */
  isOpening?: boolean;
  expireTime: number;
}

const pastAccounts = repository<PastAccount>('pastAccounts');

const PURPOSE = 'past account';

/** One for each encryption key, that of the current one first. */
const idsOf = (openid: string): string[] =>
  kekBytes().map(kek =>
    createHmac('sha256', kek).update(`${PURPOSE}\n${openid}`).digest('hex').slice(0, 40),
  );

const isKept = (past: PastAccount | null, now: number): past is PastAccount =>
  past !== null && !past.isOpening && past.expireTime > now;

/** Longer than a call lives that has found neither account nor past one. */
const OPENING_MS = 10 * 60_000;

/** What is kept of the account that this visitor has deleted; null if there never was one, or its time has ended. */
export const pastAccountOf = async (openid: string): Promise<PastAccount | null> => {
  const found = await Promise.all(idsOf(openid).map(id => pastAccounts.get(id)));
  return found.find(past => isKept(past, Date.now())) ?? null;
};

/**
 * The same, in the transaction that begins the new account. It writes the record that a deletion writes: otherwise a call
 * that was under way while another one began an account and deleted it would see neither, and begin one with a gift.
 */
export const pastAccountIn = async (
  transaction: Transaction,
  openid: string,
): Promise<PastAccount | null> => {
  const [id = '', ...earlier] = idsOf(openid);
  const get = (of: string) => transaction.get<PastAccount>('pastAccounts', of);
  const newest = await get(id);
  const isNewestKept = isKept(newest, transaction.now);
  const nothing = { freeTasks: null, redeemed: {}, bought: {}, owed: { paid: 0, gift: 0 } };
  const mark = { ...nothing, isOpening: true, expireTime: transaction.now + OPENING_MS };
  if (newest) await transaction.change('pastAccounts', newest, isNewestKept ? {} : mark);
  else await transaction.insert('pastAccounts', { _id: id, ...mark });
  if (isNewestKept) return newest;
  for (const other of earlier) {
    const past = await get(other);
    if (isKept(past, transaction.now)) return past;
  }
  return null;
};

/** How long it is kept, in milliseconds. */
export const keptFor = async (): Promise<number> =>
  (await settingsOf('system')).retention.pastAccountDays * DAY_MS;

/** Keeps it in the transaction that deletes the account. */
export const keepPastAccount = async (
  transaction: Transaction,
  openid: string,
  facts: Omit<PastAccount, keyof Stored>,
): Promise<void> => {
  const [id = ''] = idsOf(openid);
  const before = await transaction.get<PastAccount>('pastAccounts', id);
  if (before) await transaction.change('pastAccounts', before, { ...facts, isOpening: false });
  else await transaction.insert('pastAccounts', { _id: id, ...facts });
};

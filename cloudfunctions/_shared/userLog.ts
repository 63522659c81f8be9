import type { UserLog, UserLogType } from '#contract/user.ts';
import { newId, repository } from './repository.ts';

export interface StoredUserLog extends UserLog {
  openid: string;
}

export interface UserLogEntry {
  type: UserLogType;
  /** A short title, the same for every entry of its kind. */
  title: string;
  /** Never a secret: codes and phone numbers are masked. */
  detail?: string;
  refType?: string;
  refId?: string;
  operator?: string;
  ip?: string;
}

const logs = repository<StoredUserLog>('userLogs');

/** A complete entry, for callers that store it in a transaction. */
export const userLogRow = (
  user: { _id: string; openid: string },
  entry: UserLogEntry,
  now: number = Date.now(),
  _id: string = newId(),
): StoredUserLog => ({
  detail: '',
  refType: '',
  refId: '',
  operator: '',
  ip: '',
  ...entry,
  _id,
  userId: user._id,
  openid: user.openid,
  rev: 1,
  createTime: now,
  updateTime: now,
});

/** Stores an entry for support; a failure does not undo what it reports. */
export const logUser = async (
  user: { _id: string; openid: string },
  entry: UserLogEntry,
): Promise<void> => {
  try {
    const row = userLogRow(user, entry);
    await logs.insert(row, row._id);
  } catch (error) {
    console.error('user log lost', entry.type, error);
  }
};

import type { UserLog, UserLogType } from '#contract/user.ts';
import { report } from '../base/log.ts';
import { repository, type Stored } from '../base/repository.ts';

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

export const logs = repository<StoredUserLog>('userLogs');

/** For callers that store it in the transaction of the change it describes. */
export const userLogRow = (
  user: { _id: string; openid: string },
  entry: UserLogEntry,
): Omit<StoredUserLog, keyof Stored> => ({
  detail: '',
  refType: '',
  refId: '',
  operator: '',
  ip: '',
  ...entry,
  userId: user._id,
  openid: user.openid,
});

/** Stores an entry for support; a failure does not undo what it reports. */
export const logUser = async (
  user: { _id: string; openid: string },
  entry: UserLogEntry,
): Promise<void> => {
  try {
    await logs.insert(userLogRow(user, entry));
  } catch (error) {
    report('user log lost', error, entry.type);
  }
};

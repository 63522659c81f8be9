import { _ } from './cloud.ts';
import type { StoredUser } from './ledger.ts';
import { repository } from './repository.ts';
import { logUser } from './userLog.ts';

const users = repository<StoredUser>('users');
const PAGE = 100;

/**
 * Enables users whose disabling has ended. By compare-and-set, so that a user disabled again meanwhile stays disabled.
 */
export const enableUsers = async (): Promise<number> => {
  const now = Date.now();
  const due = { status: 'disabled', disabledUntil: _.gt(0).and(_.lte(now)) };
  const found = await users.find(due, { limit: PAGE, sort: [['disabledUntil', 'asc']] });
  for (const user of found) {
    const patch = { status: 'normal', statusReason: '', disabledUntil: null };
    const enabled = await users.compareAndSet(user._id, due, patch);
    if (!enabled) continue;
    await logUser(enabled, { type: 'status', title: '停用期满，自动启用', operator: '系统' });
  }
  return found.length;
};

import type { User } from '#contract/user.ts';
import type { RecordOf } from '../../kit/base/record.ts';
import { AuditTrail } from '../audit-logs/parts.ts';

/** What administrators did to a user. */
export const UserHistory = ({ user }: { user: RecordOf<User> }) => (
  <AuditTrail kind="user" id={user.id} />
);

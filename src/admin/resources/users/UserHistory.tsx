import type { User } from '#contract/user.ts';
import type { RecordOf } from '../../record.ts';
import { AuditTrail } from '../../show/AuditTrail.tsx';

/** What administrators did to a user. */
export const UserHistory = ({ user }: { user: RecordOf<User> }) => (
  <AuditTrail kind="user" id={user.id} />
);

import type { AdminStatus } from '#contract/administrator.ts';
import { adminSentences } from '#contract/sentences/admins.ts';
import { stateNotAllowed } from '../base/errors.ts';
import type { StoredAdmin } from '../base/session.ts';

/** What changes of an administrator; null for nothing. */
export type Plan = (before: StoredAdmin) => Partial<StoredAdmin> | null;

/** Every session ends at once; none is revived by a later change. */
export const endSessions = ({ sessionEpoch }: StoredAdmin) => ({ sessionEpoch: sessionEpoch + 1 });

export const toStatus =
  (status: AdminStatus): Plan =>
  before => {
    if (before.status === status) return null;
    return status === 'disabled' ? { status, ...endSessions(before) } : { status };
  };

/** @param oneTimeUntil null for a password of its own choice */
export const toPassword =
  (passwordHash: string, oneTimeUntil: number | null): Plan =>
  before => {
    if (before.status !== 'active') throw stateNotAllowed(adminSentences.enableFirst);
    return { passwordHash, oneTimeUntil, ...endSessions(before) };
  };

export const toRole =
  (role: string): Plan =>
  before =>
    before.role === role ? null : { role };

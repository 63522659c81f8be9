import { createTicket } from './cloud.ts';
import { environment } from './environment.ts';
import { admins, type StoredAdmin } from './session.ts';

/**
 * A ticket for the session of the platform that an administrator's session needs. The platform has no documented call
 * that ends such a session from outside, and renews it by itself; so its user has the epoch in its name, and the functions
 * refuse it as soon as the epoch has passed.
 */
export const ticketOf = ({ _id, sessionEpoch }: StoredAdmin): string =>
  createTicket(`${_id}.${sessionEpoch}`, Date.now() + environment.SESSION_MAX_MS);

/** Whether its administrator is still active, with the password and sessions of then. True without a ticket. */
export const isTicketLive = async ({
  customUserId,
  ticketEpoch,
}: {
  customUserId: string;
  ticketEpoch: number | null;
}): Promise<boolean> => {
  if (customUserId === '') return true;
  const admin = await admins.get(customUserId);
  return admin?.status === 'active' && admin.sessionEpoch === ticketEpoch;
};

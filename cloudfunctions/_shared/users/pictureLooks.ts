import { LOOK_AT_PICTURES } from '#contract/auditLog.ts';
import { HOUR_MS } from '#contract/shanghai.ts';
import { adminActor } from '../base/actor.ts';
import { auditOnce } from '../base/changeRecord.ts';
import type { AdminContext } from '../base/dispatcher.ts';
import { environment } from '../base/environment.ts';
import { hashOf } from '../base/ids.ts';

/** When this instance wrote the rows of the hour, by id: further looks cost nothing. */
const written = new Map<string, number>();
let hourOfWritten = 0;

/**
 * One audit row for each administrator, user and hour, however many pictures are looked at. It has an id of its own, so
 * that instances do not know of each other. Where it cannot be written the pictures are not given.
 * @param userIds whose pictures; '' where they are nobody's
 */
export const noteLooks = async (context: AdminContext, userIds: string[]): Promise<void> => {
  const users = new Set(userIds.filter(Boolean));
  if (users.size === 0) return;
  const admin = await context.admin();
  const now = Date.now();
  const hour = Math.floor(now / HOUR_MS);
  if (hourOfWritten !== hour) written.clear();
  hourOfWritten = hour;
  const by = adminActor({ ...context, ...LOOK_AT_PICTURES }, admin);
  const looks = new Map(
    [...users].map(userId => [
      `look_${hashOf([admin._id, userId, String(hour)], 24)}`,
      { by, resource: 'user', resourceId: userId },
    ]),
  );
  for (const id of looks.keys())
    if ((written.get(id) ?? 0) + environment.LOOKS_WRITTEN_MS > now) looks.delete(id);
  if (looks.size === 0) return;
  await auditOnce(looks);
  for (const id of looks.keys()) written.set(id, now);
};

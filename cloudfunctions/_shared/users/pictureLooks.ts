import { LOOK_AT_PICTURES } from '#contract/auditLog.ts';
import { HOUR_MS } from '#contract/shanghai.ts';
import { adminActor } from '../base/actor.ts';
import { auditOnce } from '../base/changeRecord.ts';
import type { AdminContext } from '../base/dispatcher.ts';
import { hashOf } from '../base/ids.ts';

/** What this instance has written in the hour: further looks cost nothing. */
const written = { hour: 0, ids: new Set<string>() };

/**
 * One audit row for each administrator, user and hour, however many pictures are looked at. It has an id of its own, so
 * that instances do not know of each other. Where it cannot be written the pictures are not given.
 * @param userIds whose pictures; '' where they are nobody's
 */
export const noteLooks = async (context: AdminContext, userIds: string[]): Promise<void> => {
  const users = new Set(userIds.filter(Boolean));
  if (users.size === 0) return;
  const admin = await context.admin();
  const hour = Math.floor(Date.now() / HOUR_MS);
  if (written.hour !== hour) Object.assign(written, { hour, ids: new Set() });
  const by = adminActor({ ...context, ...LOOK_AT_PICTURES }, admin);
  const looks = new Map(
    [...users].map(userId => [
      `look_${hashOf([admin._id, userId, String(hour)], 24)}`,
      { by, resource: 'user', resourceId: userId },
    ]),
  );
  for (const id of looks.keys()) if (written.ids.has(id)) looks.delete(id);
  if (looks.size === 0) return;
  await auditOnce(looks);
  for (const id of looks.keys()) written.ids.add(id);
};

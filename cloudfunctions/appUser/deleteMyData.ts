import { actors } from '#contract/sentences/actors.ts';
import { userSentences } from '#contract/sentences/users.ts';
import { openBusiness } from '../_shared/accounts/anonymous.ts';
import { deleteAccount } from '../_shared/accounts/closing.ts';
import { systemActor } from '../_shared/base/actor.ts';
import type { CallContext } from '../_shared/base/dispatcher.ts';
import { files } from '../_shared/base/files.ts';
import { tasks } from '../_shared/tasks/tasks.ts';
import { visitorSeen } from '../_shared/users/visitorUser.ts';

/**
 * What a paid print order needs is no obstacle, because none is open. Orders stay as they are: the upload of a delivery
 * that still waits takes payer and payment from them.
 */
export const deleteMyData = async (preview: boolean, context: CallContext) => {
  const user = await visitorSeen(context);
  const { _id: userId, openid } = user;
  if (userId === '') return { photos: 0, works: 0, open: 0, isErased: !preview };
  const [photos, works, open] = await Promise.all([
    files.count({ userId, scene: 'user_upload', status: 'active' }),
    tasks.count({ status: 'succeeded', visibleTo: openid }),
    openBusiness(userId),
  ]);
  if (preview) return { photos, works, open, isErased: false };
  const by = systemActor(actors.user, context.function, context.action, context.requestId);
  await deleteAccount(user, { by, reason: userSentences.deletedByHimself });
  return { photos, works, open, isErased: true };
};

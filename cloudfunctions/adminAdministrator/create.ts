import type { ActionInput } from '#contract/index.ts';
import { createAdmin } from '../_shared/admins/newAdmin.ts';
import { makeOneTimePassword, oneTimeEnd } from '../_shared/admins/oneTimePassword.ts';
import { actorOf } from '../_shared/base/actor.ts';
import type { AdminContext } from '../_shared/base/dispatcher.ts';
import { ActionError } from '../_shared/base/errors.ts';
import { idFromKey } from '../_shared/base/ids.ts';
import { intended, madeBefore } from '../_shared/base/repeats.ts';
import { admins } from '../_shared/base/session.ts';

/** The password is in this answer and nowhere else. */
export const createAdministrator = async (
  request: ActionInput<'adminAdministrator', 'createAdministrator'>,
  context: AdminContext,
) => {
  const { username, nickName, idemKey } = request;
  const by = await actorOf(context);
  const id = idFromKey(idemKey, [context.function, context.action, by.admin?._id ?? '']);
  const password = makeOneTimePassword();
  const oneTimeUntil = oneTimeEnd(Date.now());
  try {
    const made = await createAdmin(
      { username, nickName, password },
      {
        ...intended(request),
        id,
        by,
        oneTimeUntil,
      },
    );
    return { ...made, oneTimePassword: password };
  } catch (error) {
    // An earlier call with this key made it, and its answer was lost.
    const first = idemKey && error instanceof ActionError ? await admins.get(id) : null;
    if (!first) throw error;
    return { ...madeBefore(first, request), oneTimePassword: null };
  }
};

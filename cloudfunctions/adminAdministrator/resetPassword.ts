import type { ActionInput } from '#contract/index.ts';
import { adminSentences } from '#contract/sentences/admins.ts';
import { toPassword } from '../_shared/admins/changes.ts';
import { makeOneTimePassword, oneTimeEnd } from '../_shared/admins/oneTimePassword.ts';
import { hashPassword } from '../_shared/admins/password.ts';
import type { AdminContext } from '../_shared/base/dispatcher.ts';
import { changeAnother } from './changeAnother.ts';

/** The password is in this answer and nowhere else. */
export const resetAdministratorPassword = async (
  { id, rev }: ActionInput<'adminAdministrator', 'resetAdministratorPassword'>,
  context: AdminContext,
) => {
  const oneTimePassword = makeOneTimePassword();
  const passwordHash = await hashPassword(oneTimePassword);
  const after = await changeAnother(
    {
      id,
      rev,
      notOneself: adminSentences.ownPassword,
      plan: toPassword(passwordHash, oneTimeEnd(Date.now())),
    },
    context,
  );
  return { ...after, oneTimePassword };
};

import type { ActionInput } from '#contract/index.ts';
import { adminSentences } from '#contract/sentences/admins.ts';
import { hashPassword } from '../_shared/admins/password.ts';
import type { AdminContext } from '../_shared/base/dispatcher.ts';
import { stateNotAllowed } from '../_shared/base/errors.ts';
import { changeAnother } from './changeAnother.ts';
import { makeOneTimePassword, oneTimeEnd } from './oneTimePassword.ts';

/** The password is in this answer and nowhere else. */
export const resetAdministratorPassword = async (
  { id, rev }: ActionInput<'adminAdministrator', 'resetAdministratorPassword'>,
  context: AdminContext,
) => {
  const oneTimePassword = makeOneTimePassword();
  const passwordHash = await hashPassword(oneTimePassword);
  const oneTimeUntil = oneTimeEnd(Date.now());
  const after = await changeAnother(
    {
      id,
      rev,
      notOneself: adminSentences.ownPassword,
      plan: ({ status, sessionEpoch }) => {
        if (status !== 'active') throw stateNotAllowed(adminSentences.enableFirst);
        return { passwordHash, oneTimeUntil, sessionEpoch: sessionEpoch + 1 };
      },
    },
    context,
  );
  return { ...after, oneTimePassword };
};

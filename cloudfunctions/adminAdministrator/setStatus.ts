import type { ActionInput } from '#contract/index.ts';
import { adminSentences } from '#contract/sentences/admins.ts';
import type { AdminContext } from '../_shared/base/dispatcher.ts';
import { changeAnother } from './changeAnother.ts';

export const setAdministratorStatus = (
  { id, status, rev }: ActionInput<'adminAdministrator', 'setAdministratorStatus'>,
  context: AdminContext,
) =>
  changeAnother(
    {
      id,
      rev,
      notOneself: adminSentences.notOneself,
      plan: ({ status: before, sessionEpoch }) => {
        if (before === status) return null;
        // The epoch too: enabling later must not revive sessions of before.
        return status === 'disabled' ? { status, sessionEpoch: sessionEpoch + 1 } : { status };
      },
    },
    context,
  );

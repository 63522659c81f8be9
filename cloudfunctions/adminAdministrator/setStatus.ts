import type { ActionInput } from '#contract/index.ts';
import { adminSentences } from '#contract/sentences/admins.ts';
import { toStatus } from '../_shared/admins/changes.ts';
import type { AdminContext } from '../_shared/base/dispatcher.ts';
import { changeAnother } from './changeAnother.ts';

export const setAdministratorStatus = (
  { id, status, rev }: ActionInput<'adminAdministrator', 'setAdministratorStatus'>,
  context: AdminContext,
) =>
  changeAnother(
    { id, rev, notOneself: adminSentences.notOneself, plan: toStatus(status) },
    context,
  );

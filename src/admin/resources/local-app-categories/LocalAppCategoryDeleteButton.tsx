import type { LocalAppCategory } from '#contract/localApp.ts';
import { deleteButton } from '../../kit/action/DeleteButton.tsx';
import type { RecordOf } from '../../kit/base/hooks.ts';

export const LocalAppCategoryDeleteButton = deleteButton(
  (t, { appCount: count = 0 }: RecordOf<LocalAppCategory>) =>
    t(count > 0 ? 'used' : 'effect', { count }),
);

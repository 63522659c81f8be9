import type { Category } from '#contract/category.ts';
import { deleteButton } from '../../kit/action/DeleteButton.tsx';
import type { RecordOf } from '../../kit/base/hooks.ts';

export const CategoryDeleteButton = deleteButton(
  (t, { templateCount: count = 0 }: RecordOf<Category>) =>
    t(count > 0 ? 'used' : 'effect', { count }),
);

import type { Category } from '#contract/category.ts';
import { deleteButton } from '../../kit/action/DeleteButton.tsx';

export const CategoryDeleteButton = deleteButton<Category>((t, { templateCount: count = 0 }) =>
  t(count > 0 ? 'used' : 'effect', { count }),
);

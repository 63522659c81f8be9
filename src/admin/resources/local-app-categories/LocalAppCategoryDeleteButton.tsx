import type { LocalAppCategory } from '#contract/localApp.ts';
import { deleteButton } from '../../kit/action/DeleteButton.tsx';

export const LocalAppCategoryDeleteButton = deleteButton<LocalAppCategory>(
  (t, { appCount: count = 0 }) => t(count > 0 ? 'used' : 'effect', { count }),
);

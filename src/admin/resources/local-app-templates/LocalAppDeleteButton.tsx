import type { LocalApp } from '#contract/localApp.ts';
import { formatCount } from '../../../shared/count.ts';
import { deleteButton } from '../../kit/action/DeleteButton.tsx';

export const LocalAppDeleteButton = deleteButton<LocalApp>((t, { useCount: count }) => [
  count > 0 && t('used', { count: formatCount(count) }),
  t('effect'),
]);

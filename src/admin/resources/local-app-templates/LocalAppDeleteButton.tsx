import type { LocalApp } from '#contract/localApp.ts';
import { formatCount } from '../../../shared/count.ts';
import { deleteButton } from '../../kit/action/DeleteButton.tsx';
import type { RecordOf } from '../../kit/base/hooks.ts';

export const LocalAppDeleteButton = deleteButton((t, { useCount: count }: RecordOf<LocalApp>) => [
  count > 0 && t('used', { count: formatCount(count) }),
  t('effect'),
]);

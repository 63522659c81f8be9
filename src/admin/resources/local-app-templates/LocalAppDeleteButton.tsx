import type { LocalApp } from '#contract/localApp.ts';
import { deleteButton } from '../../kit/action/DeleteRecordButton.tsx';
import type { RecordOf } from '../../kit/base/hooks.ts';

export const LocalAppDeleteButton = deleteButton((t, { useCount: count }: RecordOf<LocalApp>) => [
  count > 0 && t('used', { count: count.toLocaleString('zh-CN') }),
  t('effect'),
]);

import { deletableTemplateStatuses, type Template } from '#contract/template.ts';
import { deleteButton } from '../../kit/action/DeleteButton.tsx';
import type { RecordOf } from '../../kit/base/hooks.ts';

export const TemplateDeleteButton = deleteButton(
  (t, { status, stats: { useCount: count } }: RecordOf<Template>) => [
    t('effect'),
    count > 0 && t('used', { count }),
    !deletableTemplateStatuses.includes(status) && t('online'),
  ],
);

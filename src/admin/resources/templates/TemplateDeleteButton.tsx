import { deletableTemplateStatuses, type Template } from '#contract/template.ts';
import {
  DeleteRecordButton,
  type DeleteRecordButtonProps,
} from '../../kit/action/DeleteRecordButton.tsx';
import type { RecordOf } from '../../kit/base/record.ts';
import { useRecord } from '../../kit/base/record.ts';
import { useTexts } from '../../kit/base/useTexts.ts';

export const TemplateDeleteButton = (props: Omit<DeleteRecordButtonProps, 'facts'>) => {
  const { status, stats } = useRecord<RecordOf<Template>>();
  const t = useTexts('resources.templates.delete');
  return (
    <DeleteRecordButton
      {...props}
      facts={[
        t('effect'),
        stats.useCount > 0 && t('used', { count: stats.useCount }),
        !deletableTemplateStatuses.includes(status) && t('online'),
      ]}
    />
  );
};

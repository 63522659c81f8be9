import { useTranslate } from 'react-admin';
import { deletableTemplateStatuses, type Template } from '#contract/template.ts';
import {
  DeleteRecordButton,
  type DeleteRecordButtonProps,
} from '../../kit/action/DeleteRecordButton.tsx';
import type { RecordOf } from '../../kit/base/record.ts';
import { useRecord } from '../../kit/base/record.ts';

export const TemplateDeleteButton = (props: Omit<DeleteRecordButtonProps, 'facts'>) => {
  const translate = useTranslate();
  const { status, stats } = useRecord<RecordOf<Template>>();
  const t = (key: string, options?: object) =>
    translate(`resources.templates.delete.${key}`, options);
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

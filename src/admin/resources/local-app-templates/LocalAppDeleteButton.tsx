import { useRecordContext, useTranslate } from 'react-admin';
import type { LocalApp } from '#contract/localApp.ts';
import {
  DeleteRecordButton,
  type DeleteRecordButtonProps,
} from '../../kit/action/DeleteRecordButton.tsx';
import type { RecordOf } from '../../kit/base/record.ts';

export const LocalAppDeleteButton = (props: Omit<DeleteRecordButtonProps, 'facts'>) => {
  const translate = useTranslate();
  const count = useRecordContext<RecordOf<LocalApp>>()?.useCount ?? 0;
  const t = (key: string, options?: object) =>
    translate(`resources.local-app-templates.delete.${key}`, options);
  return (
    <DeleteRecordButton
      {...props}
      facts={[count > 0 && t('used', { count: count.toLocaleString('zh-CN') }), t('effect')]}
    />
  );
};

import { useRecordContext, useTranslate } from 'react-admin';
import type { LocalApp } from '#contract/localApp.ts';
import {
  DeleteRecordButton,
  type DeleteRecordButtonProps,
} from '../../kit/list/DeleteRecordButton.tsx';
import type { RecordOf } from '../../kit/base/record.ts';

export const LocalAppDeleteButton = (props: Omit<DeleteRecordButtonProps, 'facts'>) => {
  const translate = useTranslate();
  const count = useRecordContext<RecordOf<LocalApp>>()?.useCount ?? 0;
  const t = (key: string) => `resources.local-app-templates.delete.${key}`;
  return (
    <DeleteRecordButton
      {...props}
      facts={
        <>
          {count > 0 && <div>{translate(t('used'), { count: count.toLocaleString('zh-CN') })}</div>}
          <div>{translate(t('effect'))}</div>
        </>
      }
    />
  );
};

import { useRecordContext } from 'react-admin';
import type { LocalApp } from '#contract/localApp.ts';
import {
  DeleteRecordButton,
  type DeleteRecordButtonProps,
} from '../../kit/action/DeleteRecordButton.tsx';
import type { RecordOf } from '../../kit/base/record.ts';
import { useTexts } from '../../kit/base/useTexts.ts';

export const LocalAppDeleteButton = (props: Omit<DeleteRecordButtonProps, 'facts'>) => {
  const count = useRecordContext<RecordOf<LocalApp>>()?.useCount ?? 0;
  const t = useTexts('resources.local-app-templates.delete');
  return (
    <DeleteRecordButton
      {...props}
      facts={[count > 0 && t('used', { count: count.toLocaleString('zh-CN') }), t('effect')]}
    />
  );
};

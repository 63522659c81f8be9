import { useRecordContext, useTranslate } from 'react-admin';
import type { LocalAppCategory } from '#contract/localApp.ts';
import {
  DeleteRecordButton,
  type DeleteRecordButtonProps,
} from '../../kit/action/DeleteRecordButton.tsx';
import type { RecordOf } from '../../kit/base/record.ts';

export const LocalAppCategoryDeleteButton = (props: Omit<DeleteRecordButtonProps, 'facts'>) => {
  const translate = useTranslate();
  const count = useRecordContext<RecordOf<LocalAppCategory>>()?.appCount ?? 0;
  return (
    <DeleteRecordButton
      {...props}
      facts={translate(`resources.local-app-categories.delete.${count > 0 ? 'used' : 'effect'}`, {
        count,
      })}
    />
  );
};

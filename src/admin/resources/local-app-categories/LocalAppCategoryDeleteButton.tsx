import { useRecordContext, useTranslate } from 'react-admin';
import type { LocalAppCategory } from '#contract/localApp.ts';
import {
  DeleteRecordButton,
  type DeleteRecordButtonProps,
} from '../../list/DeleteRecordButton.tsx';
import type { RecordOf } from '../../record.ts';

export const LocalAppCategoryDeleteButton = (props: Omit<DeleteRecordButtonProps, 'facts'>) => {
  const translate = useTranslate();
  const count = useRecordContext<RecordOf<LocalAppCategory>>()?.appCount ?? 0;
  return (
    <DeleteRecordButton
      {...props}
      facts={
        count > 0
          ? translate('resources.local-app-categories.delete.used', { count })
          : translate('resources.local-app-categories.delete.effect')
      }
    />
  );
};

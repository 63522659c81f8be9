import { useRecordContext, useTranslate } from 'react-admin';
import type { Category } from '#contract/category.ts';
import {
  DeleteRecordButton,
  type DeleteRecordButtonProps,
} from '../../kit/action/DeleteRecordButton.tsx';
import type { RecordOf } from '../../kit/base/record.ts';

export const CategoryDeleteButton = (props: Omit<DeleteRecordButtonProps, 'facts'>) => {
  const translate = useTranslate();
  const count = useRecordContext<RecordOf<Category>>()?.templateCount ?? 0;
  return (
    <DeleteRecordButton
      {...props}
      facts={translate(`resources.categories.delete.${count > 0 ? 'used' : 'effect'}`, { count })}
    />
  );
};

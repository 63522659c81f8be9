import MergeIcon from '@mui/icons-material/CallMerge';
import { useTranslate } from 'react-admin';
import type { Category } from '#contract/category.ts';
import { RecordButton } from '../../kit/action/RecordButton.tsx';
import { type RecordOf, useRecord } from '../../kit/base/hooks.ts';
import { CategoryMergeDialog } from './CategoryMergeDialog.tsx';

export interface CategoryMergeButtonProps {
  variant?: 'icon' | 'text';
  onMerged?: () => void;
}

export const CategoryMergeButton = ({ variant, onMerged }: CategoryMergeButtonProps) => {
  const translate = useTranslate();
  const record = useRecord<RecordOf<Category>>();
  return (
    <RecordButton
      variant={variant}
      icon={<MergeIcon fontSize="small" />}
      action={translate('resources.categories.merge.action')}
      label={translate('resources.categories.merge.of', { name: record.name })}
      dialog={<CategoryMergeDialog {...(onMerged && { onMerged })} />}
    />
  );
};

import MergeIcon from '@mui/icons-material/CallMerge';
import { Button, IconButton, Tooltip } from '@mui/material';
import { useState } from 'react';
import { useRecordContext, useTranslate } from 'react-admin';
import type { Category } from '#contract/category.ts';
import type { RecordOf } from '../../kit/base/record.ts';
import { CategoryMergeDialog } from './CategoryMergeDialog.tsx';

export interface CategoryMergeButtonProps {
  variant?: 'icon' | 'text';
  onMerged?: () => void;
}

export const CategoryMergeButton = ({ variant = 'icon', onMerged }: CategoryMergeButtonProps) => {
  const translate = useTranslate();
  const record = useRecordContext<RecordOf<Category>>();
  const [open, setOpen] = useState(false);
  if (!record) return null;
  const action = translate('resources.categories.merge.action');
  const label = translate('resources.categories.merge.of', { name: record.name });
  const start = () => setOpen(true);
  return (
    <>
      {variant === 'icon' ? (
        <Tooltip title={action}>
          <IconButton size="small" aria-label={label} onClick={start}>
            <MergeIcon fontSize="small" />
          </IconButton>
        </Tooltip>
      ) : (
        <Button startIcon={<MergeIcon />} aria-label={label} onClick={start}>
          {action}
        </Button>
      )}
      {open && (
        <CategoryMergeDialog
          category={record}
          onClose={() => setOpen(false)}
          {...(onMerged && { onMerged })}
        />
      )}
    </>
  );
};

import { Button, Typography } from '@mui/material';
import { useListContext, useTranslate } from 'react-admin';
import { formatCount } from '../../../shared/count.ts';
import { useSelectionScope } from './SelectionScope.tsx';

/** The number of selected records, and a button to select all that match. Part of every bulk toolbar. */
export const SelectAllMatching = () => {
  const translate = useTranslate();
  const { selectedIds, total = 0 } = useListContext();
  const { pageIsFull, isAll, setAll } = useSelectionScope();
  const count = isAll ? total : selectedIds.length;
  const amount = formatCount(count);
  return (
    <>
      <Typography sx={{ fontWeight: 500 }} aria-live="polite">
        {translate(isAll ? 'list.bulk.allSelected' : 'list.bulk.selected', { count: amount })}
      </Typography>
      {isAll && (
        <Button size="small" onClick={() => setAll(false)}>
          {translate('list.bulk.onlyThese', { count: selectedIds.length })}
        </Button>
      )}
      {!isAll && pageIsFull && total > selectedIds.length && (
        <Button size="small" onClick={() => setAll(true)}>
          {translate('list.bulk.selectAll', { count: formatCount(total) })}
        </Button>
      )}
    </>
  );
};

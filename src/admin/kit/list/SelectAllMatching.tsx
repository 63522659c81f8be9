import { Button, Typography } from '@mui/material';
import { useListContext, useTranslate } from 'react-admin';
import { formatCount, formatTotal } from '../../../shared/count.ts';
import { useOffPage } from '../action/RecordNames.tsx';
import { useSelectionScope } from './SelectionScope.tsx';

/** How many are selected, and how many of them are not on the page; a button selects all. Part of every bulk toolbar. */
export const SelectAllMatching = () => {
  const translate = useTranslate();
  const { selectedIds, total } = useListContext();
  const { pageIsFull, isAll, setAll } = useSelectionScope();
  const amount = isAll ? formatTotal(total) : formatCount(selectedIds.length);
  const away = useOffPage(selectedIds).length;
  return (
    <>
      <Typography sx={{ fontWeight: 500 }} aria-live="polite">
        {translate(isAll ? 'list.bulk.allSelected' : 'list.bulk.selected', { count: amount })}
        {!isAll && away > 0 && translate('list.bulk.offPage', { count: formatCount(away) })}
      </Typography>
      {isAll && (
        <Button size="small" onClick={() => setAll(false)}>
          {translate('list.bulk.onlyThese', { count: selectedIds.length })}
        </Button>
      )}
      {!isAll && pageIsFull && (total ?? Infinity) > selectedIds.length && (
        <Button size="small" onClick={() => setAll(true)}>
          {translate('list.bulk.selectAll', { count: formatTotal(total) })}
        </Button>
      )}
    </>
  );
};

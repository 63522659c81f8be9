import MergeIcon from '@mui/icons-material/CallMerge';
import { Button } from '@mui/material';
import { useState } from 'react';
import { useListContext, useNotify, useTranslate } from 'react-admin';
import { KeywordMergeDialog, MOST_MERGED } from './KeywordMergeDialog.tsx';

/** Makes one of the selected keywords. */
export const KeywordMergeButton = () => {
  const translate = useTranslate();
  const notify = useNotify();
  const { selectedIds, onUnselectItems } = useListContext();
  const [ids, setIds] = useState<string[] | null>(null);
  const start = () => {
    if (selectedIds.length < 2)
      return notify('resources.keywords.merge.atLeast', { type: 'warning' });
    if (selectedIds.length > MOST_MERGED)
      return notify('resources.keywords.merge.tooMany', {
        type: 'warning',
        messageArgs: { count: MOST_MERGED },
      });
    setIds(selectedIds.map(String));
  };
  return (
    <>
      <Button size="small" startIcon={<MergeIcon />} onClick={start}>
        {translate('resources.keywords.merge.action')}
      </Button>
      {ids && (
        <KeywordMergeDialog
          ids={ids}
          onMerged={() => onUnselectItems()}
          onClose={() => setIds(null)}
        />
      )}
    </>
  );
};

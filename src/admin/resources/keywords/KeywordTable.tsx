import MergeIcon from '@mui/icons-material/CallMerge';
import { Button } from '@mui/material';
import { useState } from 'react';
import { DataTable, useListContext, useNotify, useTranslate } from 'react-admin';
import { enabledStatuses } from '#contract/category.ts';
import { type Keyword, keywordTypes } from '#contract/keyword.ts';
import { DeleteRecordButton } from '../../kit/action/DeleteRecordButton.tsx';
import { editPath, type RecordOf } from '../../kit/base/record.ts';
import { OneLine } from '../../kit/field/OneLine.tsx';
import { BulkDeleteRecordsButton } from '../../kit/list/BulkDeleteRecordsButton.tsx';
import { StatusColumn, TimeColumn } from '../../kit/list/columns.tsx';
import { EditableNumberField } from '../../kit/list/EditableNumberField.tsx';
import { RowActions } from '../../kit/list/RowActions.tsx';
import { stickyTable } from '../../kit/list/stickyTable.ts';
import { KeywordMergeDialog, MOST_MERGED } from './KeywordMergeDialog.tsx';

const Column = DataTable.Col<RecordOf<Keyword>>;

export const KeywordTable = () => {
  const translate = useTranslate();
  return (
    <DataTable<RecordOf<Keyword>>
      rowClick={id => editPath('keywords', id)}
      bulkActionButtons={
        <>
          <KeywordMergeButton />
          <BulkDeleteRecordsButton />
        </>
      }
      sx={stickyTable}
    >
      <Column source="word" render={({ word }) => <OneLine text={word} width={240} strong />} />
      <StatusColumn source="type" choices={keywordTypes} />
      <Column
        source="aliases"
        disableSort
        cellClassName="quiet"
        render={({ aliases }) => (
          <OneLine text={aliases.join('、') || translate('list.none')} width={280} />
        )}
      />
      <Column source="weight" sortByOrder="DESC" align="right">
        <EditableNumberField source="weight" />
      </Column>
      <StatusColumn choices={enabledStatuses} />
      <TimeColumn source="updateTime" sortByOrder="DESC" />
      <Column label={translate('list.actions')} align="right" cellClassName="actions">
        <RowActions>
          <DeleteRecordButton />
        </RowActions>
      </Column>
    </DataTable>
  );
};

/** Makes one of the selected keywords. */
const KeywordMergeButton = () => {
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

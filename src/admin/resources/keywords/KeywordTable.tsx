import MergeIcon from '@mui/icons-material/CallMerge';
import { Button } from '@mui/material';
import { useState } from 'react';
import { DataTable, useListContext, useNotify, useTranslate } from 'react-admin';
import { enabledStatuses } from '#contract/category.ts';
import { type Keyword, keywordTypes } from '#contract/keyword.ts';
import { DeleteRecordButton } from '../../kit/action/DeleteRecordButton.tsx';
import { CloseContext } from '../../kit/action/DialogContext.tsx';
import { editPath, type RecordOf } from '../../kit/base/hooks.ts';
import { OneLine } from '../../kit/field/OneLine.tsx';
import { BulkDeleteRecordsButton } from '../../kit/list/BulkDeleteRecordsButton.tsx';
import {
  ActionsColumn,
  EditableColumn,
  ListColumn,
  StatusColumn,
  TimeColumn,
} from '../../kit/list/columns.tsx';
import { RowActions } from '../../kit/list/RowActions.tsx';
import { KeywordMergeDialog, MOST_MERGED } from './KeywordMergeDialog.tsx';

const Column = ListColumn<RecordOf<Keyword>>;

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
    >
      <Column
        sortByOrder="ASC"
        source="word"
        render={({ word }) => <OneLine text={word} width={240} strong />}
      />
      <StatusColumn source="type" choices={keywordTypes} />
      <Column
        source="aliases"
        cellClassName="quiet"
        render={({ aliases }) => (
          <OneLine text={aliases.join('、') || translate('list.none')} width={280} />
        )}
      />
      <EditableColumn source="weight" sortByOrder="DESC" />
      <StatusColumn choices={enabledStatuses} />
      <TimeColumn source="updateTime" sortByOrder="DESC" />
      <ActionsColumn>
        <RowActions>
          <DeleteRecordButton />
        </RowActions>
      </ActionsColumn>
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
      <CloseContext value={() => setIds(null)}>
        {ids && <KeywordMergeDialog ids={ids} onMerged={() => onUnselectItems()} />}
      </CloseContext>
    </>
  );
};

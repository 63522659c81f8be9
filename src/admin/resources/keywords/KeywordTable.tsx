import { DataTable, useTranslate } from 'react-admin';
import { enabledStatuses } from '#contract/category.ts';
import { type Keyword, keywordTypes } from '#contract/keyword.ts';
import { BulkDeleteRecordsButton } from '../../kit/list/BulkDeleteRecordsButton.tsx';
import { EditableNumberField } from '../../kit/list/EditableNumberField.tsx';
import { OneLine } from '../../kit/field/OneLine.tsx';
import { RowActions } from '../../kit/list/RowActions.tsx';
import { StatusField } from '../../kit/field/StatusField.tsx';
import { stickyTable } from '../../kit/list/stickyTable.ts';
import { TimeField } from '../../kit/field/TimeField.tsx';
import { editPath, type RecordOf } from '../../kit/base/record.ts';
import { KeywordDeleteButton } from './KeywordDeleteButton.tsx';
import { KeywordMergeButton } from './KeywordMergeButton.tsx';

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
      <Column source="type" disableSort>
        <StatusField source="type" choices={keywordTypes} />
      </Column>
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
      <Column source="status" disableSort>
        <StatusField choices={enabledStatuses} />
      </Column>
      <Column source="updateTime" sortByOrder="DESC" cellClassName="quiet">
        <TimeField source="updateTime" />
      </Column>
      <Column label={translate('list.actions')} align="right" cellClassName="actions">
        <RowActions>
          <KeywordDeleteButton />
        </RowActions>
      </Column>
    </DataTable>
  );
};

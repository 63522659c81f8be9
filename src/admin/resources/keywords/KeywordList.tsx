import SearchOffIcon from '@mui/icons-material/SearchOffOutlined';
import UploadIcon from '@mui/icons-material/UploadFileOutlined';
import { Typography } from '@mui/material';
import { TextField, useTranslate } from 'react-admin';
import { useNavigate } from 'react-router-dom';
import { enabledStatuses } from '#contract/enabledStatuses.ts';
import { type Keyword, keywordTypes } from '#contract/keyword.ts';
import { DeleteButton } from '../../kit/action/DeleteButton.tsx';
import { EditButton } from '../../kit/action/EditButton.tsx';
import { useCan } from '../../kit/base/CanAccess.tsx';
import { editPath, type RecordOf, useRecord, useTexts } from '../../kit/base/hooks.ts';
import { OneLine, StatusField } from '../../kit/field/valueFields.tsx';
import { BulkDeleteButton } from '../../kit/list/BulkDeleteButton.tsx';
import { ChoiceFilter } from '../../kit/list/ChoiceFilter.tsx';
import {
  ActionsColumn,
  DataTable,
  EditableColumn,
  StatusColumn,
  TimeColumn,
} from '../../kit/list/DataTable.tsx';
import { List, ListActions } from '../../kit/list/List.tsx';
import { RecordCard } from '../../kit/list/RecordCard.tsx';
import { ToolbarButton } from '../../kit/list/ToolbarButton.tsx';
import { KeywordMergeButton } from './KeywordMergeButton.tsx';

export const KeywordList = () => {
  const can = useCan();
  const navigate = useNavigate();
  const translate = useTranslate();
  return (
    <List
      sort={{ field: 'weight', order: 'DESC' }}
      statuses={enabledStatuses}
      searchable
      filters={<ChoiceFilter source="type" choices={keywordTypes} />}
      card={
        <RecordCard
          title={<TextField source="word" sx={{ fontWeight: 500 }} />}
          status={<StatusField choices={enabledStatuses} />}
          facts={<KeywordKind />}
          actions={<DeleteButton variant="text" />}
        />
      }
      actions={
        <ListActions>
          <ToolbarButton
            icon={<SearchOffIcon fontSize="small" />}
            label={translate('resources.keywords/misses.open')}
            onClick={() => void navigate('/keywords/misses')}
          />
          {can('keywords.write') && (
            <ToolbarButton
              icon={<UploadIcon fontSize="small" />}
              label={translate('resources.keywords.import.open')}
              onClick={() => void navigate('/keywords/import')}
            />
          )}
        </ListActions>
      }
    >
      <KeywordTable />
    </List>
  );
};

/** A hot word by which nothing is found is not shown to visitors. */
const KeywordKind = () => {
  const t = useTexts('resources.keywords.finds');
  const { findsTemplates } = useRecord<RecordOf<Keyword>>();
  return (
    <>
      <StatusField source="type" choices={keywordTypes} />
      {findsTemplates === false && (
        <Typography variant="caption" color="warning.main" component="div">
          {t('none')}
        </Typography>
      )}
    </>
  );
};

const Column = DataTable.Col<RecordOf<Keyword>>;

const KeywordTable = () => {
  const t = useTexts('list');
  return (
    <DataTable<RecordOf<Keyword>>
      rowClick={id => editPath('keywords', id)}
      bulkActionButtons={
        <>
          <KeywordMergeButton />
          <BulkDeleteButton />
        </>
      }
    >
      <Column
        sortByOrder="ASC"
        source="word"
        render={({ word }) => <OneLine text={word} width={240} strong />}
      />
      <Column source="type" field={KeywordKind} />
      <Column
        source="aliases"
        cellClassName="quiet"
        render={({ aliases }) => <OneLine text={aliases.join('、') || t('none')} width={280} />}
      />
      <EditableColumn source="weight" sortByOrder="DESC" />
      <StatusColumn choices={enabledStatuses} />
      <TimeColumn source="updateTime" sortByOrder="DESC" />
      <ActionsColumn>
        <EditButton />
        <DeleteButton />
      </ActionsColumn>
    </DataTable>
  );
};

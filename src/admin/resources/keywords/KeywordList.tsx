import MergeIcon from '@mui/icons-material/CallMerge';
import SearchOffIcon from '@mui/icons-material/SearchOffOutlined';
import UploadIcon from '@mui/icons-material/UploadFileOutlined';
import { Button, Typography } from '@mui/material';
import { useQueries, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { TextField, useGetMany, useListContext, useNotify, useTranslate } from 'react-admin';
import { useNavigate } from 'react-router-dom';
import { enabledStatuses } from '#contract/enabledStatuses.ts';
import { type Keyword, keywordEntity, keywordTypes } from '#contract/keyword.ts';
import { z } from '#contract/zod.ts';
import { ActionDialog } from '../../kit/action/ActionDialog.tsx';
import { ActionForm, SubmitButton } from '../../kit/action/ActionForm.tsx';
import { DeleteButton } from '../../kit/action/DeleteButton.tsx';
import { CloseContext } from '../../kit/action/DialogContext.tsx';
import { EditButton } from '../../kit/action/EditButton.tsx';
import { RecordNames } from '../../kit/action/RecordNames.tsx';
import { useCan } from '../../kit/base/CanAccess.tsx';
import { type RecordOf, useDataProvider, useRecord, useTexts } from '../../kit/base/hooks.ts';
import { OneLine, StatusField } from '../../kit/field/valueFields.tsx';
import { RadioButtonGroupInput } from '../../kit/form/inputs.tsx';
import { BulkDeleteButton } from '../../kit/list/BulkDeleteButton.tsx';
import { ChoiceFilter } from '../../kit/list/ChoiceFilter.tsx';
import { ActionsColumn, DataTable, StatusColumn, TimeColumn } from '../../kit/list/DataTable.tsx';
import { EditableColumn } from '../../kit/list/EditableNumberField.tsx';
import { EditableTable } from '../../kit/list/EditableTable.tsx';
import { List, ListActions } from '../../kit/list/List.tsx';
import { RecordCard } from '../../kit/list/RecordCard.tsx';
import { ToolbarButton } from '../../kit/list/ToolbarButton.tsx';

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
      editTable={<EditableTable entity={keywordEntity} fields={['weight']} />}
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
  const { findsTemplates } = useRecord<Keyword>();
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

const Column = DataTable.Col<Keyword>;

const KeywordTable = () => {
  const t = useTexts('list');
  return (
    <DataTable<Keyword>
      rowClick="edit"
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

/** The server checks which one is allowed. */
const fields = { toId: z.string().min(1) };
/** At most twenty. */
const MOST_MERGED = 21;

/** One of several words stays; the others become its aliases. */
const KeywordMergeDialog = ({ ids, onMerged }: { ids: string[]; onMerged: () => void }) => {
  const t = useTexts('resources.keywords.merge');
  const { invoke } = useDataProvider();
  const queryClient = useQueryClient();
  const { data: words = [], isPending } = useGetMany<RecordOf<Keyword>>('keywords', { ids });
  const usages = useQueries({
    queries: ids.map(id => ({
      queryKey: ['keywords', 'getUsage', id],
      queryFn: () => invoke('keyword', 'getUsage', { _id: id }),
      staleTime: 0,
    })),
  });
  const choices = words.filter(Boolean).map(({ id, word }) => {
    const templates = usages[ids.indexOf(id)]?.data?.templates;
    return {
      id,
      name: templates === undefined ? word : t('option', { word, count: templates }),
    };
  });
  const wordOf = (id: string) => words.find(word => word?.id === id)?.word ?? '';
  return (
    <ActionDialog texts="resources.keywords.merge" values={{ count: ids.length }}>
      <ActionForm
        facts={
          <>
            <RecordNames records={ids.map(id => words.find(word => word?.id === id) ?? { id })} />
            {t('facts')}
          </>
        }
        fields={fields}
        defaultValues={{ toId: '' }}
        run={async ({ toId }) => {
          const { templates } = await invoke('keyword', 'mergeKeywords', {
            fromIds: ids.filter(id => id !== toId),
            toId,
          });
          return { templates, word: wordOf(toId) };
        }}
        done={({ templates, word }) => t('done', { word, count: templates })}
        onDone={() => {
          void queryClient.invalidateQueries({ queryKey: ['templates'] });
          onMerged();
        }}
        submit={<SubmitButton danger />}
      >
        <RadioButtonGroupInput
          source="toId"
          label={t('toId')}
          choices={choices}
          isPending={isPending}
          row={false}
        />
      </ActionForm>
    </ActionDialog>
  );
};

import AddIcon from '@mui/icons-material/AddOutlined';
import { Button } from '@mui/material';
import { TextField } from 'react-admin';
import { Link } from 'react-router-dom';
import { keywordActions, type SearchMiss } from '#contract/keyword.ts';
import { ActionDialog } from '../../kit/action/ActionDialog.tsx';
import { ActionForm, SubmitButton } from '../../kit/action/ActionForm.tsx';
import { RunButton } from '../../kit/action/buttons.tsx';
import { DeleteButton } from '../../kit/action/DeleteButton.tsx';
import { RecordButton } from '../../kit/action/RecordButton.tsx';
import { useCan } from '../../kit/base/CanAccess.tsx';
import { useDataProvider, useRecord, useTexts } from '../../kit/base/hooks.ts';
import { OneLine, Quiet } from '../../kit/field/valueFields.tsx';
import { AutocompleteInput, ReferenceInput } from '../../kit/form/ReferenceInput.tsx';
import { ActionsColumn, DataTable, TimeColumn } from '../../kit/list/DataTable.tsx';
import { List } from '../../kit/list/List.tsx';
import { RecordCard } from '../../kit/list/RecordCard.tsx';

/** What visitors searched for without finding a template, the most frequent first. */
export const SearchMissList = () => (
  <List
    sort={{ field: 'count', order: 'DESC' }}
    card={
      <RecordCard
        title={<TextField source="q" sx={{ fontWeight: 500 }} />}
        status={<TextField source="count" />}
        actions={
          <>
            <SuggestedSynonym />
            <SynonymButton variant="text" />
          </>
        }
      />
    }
  >
    <DataTable<SearchMiss> bulkActionButtons={false}>
      <Column source="q" render={({ q }) => <OneLine text={q} width={280} strong />} />
      <Column source="count" align="right" sortByOrder="DESC" />
      <TimeColumn source="lastTime" sortByOrder="DESC" />
      <Column source="suggestion" field={SuggestedSynonym} />
      <ActionsColumn>
        <SynonymButton />
        <NewKeyword />
        <Ignore />
      </ActionsColumn>
    </DataTable>
  </List>
);

const Column = DataTable.Col<SearchMiss>;

/** One click. */
const SuggestedSynonym = () => {
  const t = useTexts('resources.keywords/misses.synonym');
  const { invoke } = useDataProvider();
  const { id, q, suggestion } = useRecord<SearchMiss>();
  const mayAdd = useCan()('keywords.write');
  if (!suggestion) return null;
  const { _id: keywordId, word } = suggestion;
  if (!mayAdd) return <Quiet component="span">{word}</Quiet>;
  return (
    <RunButton
      size="small"
      variant="text"
      sx={{ whiteSpace: 'normal', overflowWrap: 'anywhere' }}
      label={t('suggested', { word })}
      done={t('done', { q, word })}
      run={() => invoke('keyword', 'addSynonym', { missId: id, keywordId })}
    />
  );
};

const SynonymButton = ({ variant }: { variant?: 'text' }) => {
  const t = useTexts('resources.keywords/misses.synonym');
  const { q } = useRecord<SearchMiss>();
  return (
    <RecordButton
      right="keywords.write"
      variant={variant}
      icon={<AddIcon fontSize="small" />}
      action={t('action')}
      label={t('title', { q })}
      dialog={<SynonymDialog />}
    />
  );
};

const { keywordId } = keywordActions.addSynonym.input.shape;

const SynonymDialog = () => {
  const t = useTexts('resources.keywords/misses.synonym');
  const { invoke } = useDataProvider();
  const { id, q } = useRecord<SearchMiss>();
  return (
    <ActionDialog texts="resources.keywords/misses.synonym" values={{ q }}>
      <ActionForm
        facts={t('facts', { q })}
        fields={{ keywordId }}
        defaultValues={{ keywordId: '' }}
        run={input => invoke('keyword', 'addSynonym', { missId: id, ...input })}
        done={({ word }) => t('done', { q, word })}
        submit={<SubmitButton />}
      >
        <ReferenceInput source="keywordId" reference="keywords">
          <AutocompleteInput label={t('keywordId')} optionText="word" />
        </ReferenceInput>
      </ActionForm>
    </ActionDialog>
  );
};

const NewKeyword = () => {
  const t = useTexts('resources.keywords/misses');
  const { q } = useRecord<SearchMiss>();
  const source = encodeURIComponent(JSON.stringify({ word: q }));
  return (
    <Button size="small" component={Link} to={`/keywords/create?source=${source}`}>
      {t('create')}
    </Button>
  );
};

const Ignore = () => {
  const t = useTexts('resources.keywords/misses');
  return <DeleteButton label={t('delete.action')} />;
};

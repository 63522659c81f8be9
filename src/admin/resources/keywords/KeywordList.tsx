import UploadIcon from '@mui/icons-material/UploadFileOutlined';
import { TextField } from 'react-admin';
import { useNavigate } from 'react-router-dom';
import { enabledStatuses } from '#contract/category.ts';
import { keywordTypes } from '#contract/keyword.ts';
import { DeleteButton } from '../../kit/action/DeleteButton.tsx';
import { useTexts } from '../../kit/base/hooks.ts';
import { StatusField } from '../../kit/field/valueFields.tsx';
import { ChoiceFilter } from '../../kit/list/ChoiceFilter.tsx';
import { List, ListActions } from '../../kit/list/List.tsx';
import { RecordCard } from '../../kit/list/RecordCard.tsx';
import { ToolbarButton } from '../../kit/list/ToolbarButton.tsx';
import { KeywordTable } from './KeywordTable.tsx';

export const KeywordList = () => (
  <List
    sort={{ field: 'weight', order: 'DESC' }}
    statuses={enabledStatuses}
    searchable
    filters={<ChoiceFilter source="type" choices={keywordTypes} />}
    card={
      <RecordCard
        title={<TextField source="word" sx={{ fontWeight: 500 }} />}
        status={<StatusField choices={enabledStatuses} />}
        facts={<StatusField source="type" choices={keywordTypes} />}
        actions={<DeleteButton variant="text" />}
      />
    }
    actions={
      <ListActions>
        <KeywordImportLink />
      </ListActions>
    }
  >
    <KeywordTable />
  </List>
);

const KeywordImportLink = () => {
  const t = useTexts('resources.keywords.import');
  const navigate = useNavigate();
  return (
    <ToolbarButton
      icon={<UploadIcon fontSize="small" />}
      label={t('open')}
      onClick={() => void navigate('/keywords/import')}
    />
  );
};

import { Box } from '@mui/material';
import { apiKeyStatuses } from '#contract/apiKey.ts';
import { addTexts } from '#i18n/i18nProvider.ts';
import { apiKeys } from '#i18n/zh/apiKeys.ts';
import { useTexts } from '../../kit/base/hooks.ts';
import { FlagFilter } from '../../kit/list/ChoiceFilter.tsx';
import { CreateButton } from '../../kit/list/CreateButton.tsx';
import { ActionsColumn, DataTable, TimeColumn } from '../../kit/list/DataTable.tsx';
import { List, ListActions } from '../../kit/list/List.tsx';
import { ApiKeyActions } from './ApiKeyActions.tsx';
import { ApiKeyDialog } from './ApiKeyDialog.tsx';
import {
  ApiKeyBalanceField,
  ApiKeyErrorField,
  ApiKeyLoadField,
  ApiKeyNameField,
  ApiKeyPoolField,
  ApiKeyStatusField,
} from './ApiKeyFields.tsx';
import type { ApiKeyRecord } from './ApiKeyRecord.ts';

addTexts({ 'api-keys': apiKeys });

export const ApiKeyList = () => {
  const t = useTexts('resources.api-keys');
  return (
    <List
      withCounts
      statuses={apiKeyStatuses}
      filters={<FlagFilter source="low" yes="lowOnly" />}
      card={<ApiKeyCard />}
      actions={
        <ListActions>
          <CreateButton label={t('newTitle')} dialog={<ApiKeyDialog />} />
        </ListActions>
      }
    >
      <ApiKeyTable />
    </List>
  );
};

/** A key on a phone: its state, with buttons to test and pause it. */
const ApiKeyCard = () => (
  <>
    <Box sx={{ display: 'flex', gap: 1 }}>
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <ApiKeyNameField />
      </Box>
      <Box sx={{ fontSize: '0.8125rem' }}>
        <ApiKeyStatusField />
      </Box>
    </Box>
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, mt: 1 }}>
      <Box sx={{ flex: 1 }}>
        <ApiKeyBalanceField />
      </Box>
      <ApiKeyLoadField />
    </Box>
    <Box sx={{ mt: 1, textAlign: 'right', '& .MuiButton-root, & .MuiIconButton-root': touch }}>
      <ApiKeyActions />
    </Box>
  </>
);

const touch = { minHeight: 44, minWidth: 44 } as const;

const Column = DataTable.Col<ApiKeyRecord>;

const ApiKeyTable = () => (
  <DataTable<ApiKeyRecord> rowClick={false}>
    <Column source="name" field={ApiKeyNameField} />
    <Column source="pool" field={ApiKeyPoolField} />
    <Column source="status" cellClassName="nowrap" field={ApiKeyStatusField} />
    <Column source="remainCoins" align="right" field={ApiKeyBalanceField} />
    <Column source="runningCount" align="right" field={ApiKeyLoadField} />
    <Column source="lastErrorCode" field={ApiKeyErrorField} />
    <TimeColumn source="lastCheckTime" />
    <ActionsColumn field={ApiKeyActions} />
  </DataTable>
);

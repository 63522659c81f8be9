import { DataTable, useTranslate } from 'react-admin';
import { apiKeyStatuses } from '#contract/apiKey.ts';
import { StatusField } from '../../kit/field/StatusField.tsx';
import { stickyTable } from '../../kit/list/stickyTable.ts';
import { TimeField } from '../../kit/field/TimeField.tsx';
import { ApiKeyActions } from './ApiKeyActions.tsx';
import type { ApiKeyRecord } from './ApiKeyRecord.ts';
import {
  ApiKeyBalanceField,
  ApiKeyErrorField,
  ApiKeyLoadField,
  ApiKeyNameField,
  ApiKeyPoolField,
} from './ApiKeyFields.tsx';

const Column = DataTable.Col<ApiKeyRecord>;

export const ApiKeyTable = () => {
  const translate = useTranslate();
  return (
    <DataTable<ApiKeyRecord> rowClick={false} bulkActionButtons={false} sx={stickyTable}>
      <Column source="name" disableSort field={ApiKeyNameField} />
      <Column source="pool" disableSort field={ApiKeyPoolField} />
      <Column source="status" disableSort cellClassName="nowrap">
        <StatusField choices={apiKeyStatuses} />
      </Column>
      <Column source="remainCoins" disableSort align="right" field={ApiKeyBalanceField} />
      <Column source="runningCount" disableSort align="right" field={ApiKeyLoadField} />
      <Column source="lastErrorCode" disableSort field={ApiKeyErrorField} />
      <Column source="lastCheckTime" disableSort cellClassName="quiet">
        <TimeField source="lastCheckTime" />
      </Column>
      <Column label={translate('list.actions')} align="right" cellClassName="actions">
        <ApiKeyActions />
      </Column>
    </DataTable>
  );
};

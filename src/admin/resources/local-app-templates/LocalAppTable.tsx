import { DataTable, useTranslate } from 'react-admin';
import { enabledStatuses } from '#contract/category.ts';
import type { LocalApp } from '#contract/localApp.ts';
import { BulkDeleteRecordsButton } from '../../kit/list/BulkDeleteRecordsButton.tsx';
import { EditableNumberField } from '../../kit/list/EditableNumberField.tsx';
import { NamesField } from '../../kit/field/NamesField.tsx';
import { RecommendSwitch } from '../../kit/list/RecommendSwitch.tsx';
import { RowActions } from '../../kit/list/RowActions.tsx';
import { StatusField } from '../../kit/field/StatusField.tsx';
import { stickyTable } from '../../kit/list/stickyTable.ts';
import { TimeField } from '../../kit/field/TimeField.tsx';
import { editPath, type RecordOf } from '../../kit/base/record.ts';
import { LocalAppDeleteButton } from './LocalAppDeleteButton.tsx';
import { LocalAppNameField } from './LocalAppNameField.tsx';
import { LocalAppStatusButton } from './LocalAppStatusButton.tsx';

const Column = DataTable.Col<RecordOf<LocalApp>>;

export const LocalAppTable = () => {
  const translate = useTranslate();
  return (
    <DataTable<RecordOf<LocalApp>>
      rowClick={id => editPath('local-app-templates', id)}
      bulkActionButtons={<BulkDeleteRecordsButton />}
      hiddenColumns={['entryPath', 'minVersion', 'createTime']}
      sx={stickyTable}
    >
      <Column source="name" field={LocalAppNameField} />
      <Column source="categoryId" disableSort>
        <NamesField source="categoryId" reference="local-app-categories" name="name" />
      </Column>
      <Column source="status" disableSort>
        <StatusField choices={enabledStatuses} />
      </Column>
      <Column source="isRecommend" disableSort>
        <RecommendSwitch />
      </Column>
      <Column source="sort" sortByOrder="DESC" align="right">
        <EditableNumberField source="sort" />
      </Column>
      <Column source="costCredits" disableSort align="right">
        <EditableNumberField source="costCredits" />
      </Column>
      <DataTable.NumberCol source="useCount" sortByOrder="DESC" />
      <Column source="entryPath" disableSort cellClassName="quiet" />
      <Column source="minVersion" disableSort cellClassName="quiet" />
      <Column source="createTime" sortByOrder="DESC" cellClassName="quiet">
        <TimeField source="createTime" />
      </Column>
      <Column source="updateTime" sortByOrder="DESC" cellClassName="quiet">
        <TimeField source="updateTime" />
      </Column>
      <Column label={translate('list.actions')} align="right" cellClassName="actions">
        <RowActions first={<LocalAppStatusButton />}>
          <LocalAppDeleteButton />
        </RowActions>
      </Column>
    </DataTable>
  );
};

import { FormControlLabel } from '@mui/material';
import { DataTable, useTranslate } from 'react-admin';
import { enabledStatuses } from '#contract/category.ts';
import type { LocalApp } from '#contract/localApp.ts';
import { editPath, type RecordOf } from '../../kit/base/record.ts';
import { NamesField } from '../../kit/field/NamesField.tsx';
import { StatusField } from '../../kit/field/StatusField.tsx';
import { BulkDeleteRecordsButton } from '../../kit/list/BulkDeleteRecordsButton.tsx';
import { ChoiceFilter } from '../../kit/list/ChoiceFilter.tsx';
import { StatusColumn, TimeColumn } from '../../kit/list/columns.tsx';
import { EditableNumberField } from '../../kit/list/EditableNumberField.tsx';
import { RecommendSwitch } from '../../kit/list/RecommendSwitch.tsx';
import { RecordCard } from '../../kit/list/RecordCard.tsx';
import { RecordList } from '../../kit/list/RecordList.tsx';
import { ReferenceFilter } from '../../kit/list/ReferenceFilter.tsx';
import { RowActions } from '../../kit/list/RowActions.tsx';
import { SearchInput } from '../../kit/list/SearchInput.tsx';
import { StatusTabs } from '../../kit/list/StatusTabs.tsx';
import { stickyTable } from '../../kit/list/stickyTable.ts';
import { LocalAppDeleteButton } from './LocalAppDeleteButton.tsx';
import { LocalAppNameField } from './LocalAppNameField.tsx';
import { LocalAppStatusButton } from './LocalAppStatusButton.tsx';

export const LocalAppList = () => (
  <RecordList
    sort={{ field: 'sort', order: 'DESC' }}
    withCounts
    tabs={<StatusTabs choices={enabledStatuses} />}
    search={<SearchInput />}
    filters={<LocalAppFilters />}
    table={<LocalAppTable />}
    card={<LocalAppCard />}
  />
);

/** A local app on a phone. */
const LocalAppCard = () => {
  const translate = useTranslate();
  return (
    <RecordCard
      title={<LocalAppNameField size={44} />}
      status={<StatusField choices={enabledStatuses} />}
      facts={
        <FormControlLabel
          control={<RecommendSwitch />}
          label={translate('resources.local-app-templates.fields.isRecommend')}
          sx={{ minHeight: 44, ml: -0.5, color: 'text.primary' }}
        />
      }
      actions={<LocalAppStatusButton variant="outlined" />}
    />
  );
};

const LocalAppFilters = () => {
  const translate = useTranslate();
  return (
    <>
      <ReferenceFilter
        source="categoryId"
        reference="local-app-categories"
        name="name"
        sort={{ field: 'sort', order: 'DESC' }}
      />
      <ChoiceFilter
        source="isRecommend"
        choices={{
          true: { label: translate('resources.local-app-templates.recommendOnly') },
          false: { label: translate('resources.local-app-templates.notRecommended') },
        }}
        parse={value => value === 'true'}
      />
    </>
  );
};

const Column = DataTable.Col<RecordOf<LocalApp>>;

const LocalAppTable = () => {
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
      <StatusColumn choices={enabledStatuses} />
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
      <TimeColumn source="createTime" sortByOrder="DESC" />
      <TimeColumn source="updateTime" sortByOrder="DESC" />
      <Column label={translate('list.actions')} align="right" cellClassName="actions">
        <RowActions first={<LocalAppStatusButton />}>
          <LocalAppDeleteButton />
        </RowActions>
      </Column>
    </DataTable>
  );
};

import { DataTable } from 'react-admin';
import { enabledStatuses } from '#contract/category.ts';
import type { Preset } from '#contract/preset.ts';
import { editPath, type RecordOf } from '../../kit/base/hooks.ts';
import { NamesField } from '../../kit/field/NamesField.tsx';
import { StatusField } from '../../kit/field/valueFields.tsx';
import { BulkDeleteRecordsButton } from '../../kit/list/BulkDeleteRecordsButton.tsx';
import { FlagFilter } from '../../kit/list/ChoiceFilter.tsx';
import {
  ActionsColumn,
  EditableColumn,
  ListColumn,
  StatusColumn,
  TimeColumn,
} from '../../kit/list/columns.tsx';
import { RecordCard } from '../../kit/list/RecordCard.tsx';
import { RecordList } from '../../kit/list/RecordList.tsx';
import { ReferenceFilter } from '../../kit/list/ReferenceFilter.tsx';
import { RowActions } from '../../kit/list/RowActions.tsx';
import { PresetCopyButton } from './PresetCopyButton.tsx';
import { PresetDefaultButton } from './PresetDefaultButton.tsx';
import { PresetDeleteButton } from './PresetDeleteButton.tsx';
import { PresetNameField } from './PresetNameField.tsx';
import { PresetTrialButton } from './PresetTrialButton.tsx';

export const PresetList = () => (
  <RecordList
    sort={{ field: 'sort', order: 'DESC' }}
    withCounts
    statuses={enabledStatuses}
    searchable
    filters={<PresetFilters />}
    table={<PresetTable />}
    card={
      <RecordCard
        title={<PresetNameField />}
        status={<StatusField choices={enabledStatuses} />}
        facts={<NamesField source="templateId" reference="templates" />}
        actions={
          <>
            <PresetDefaultButton />
            <PresetTrialButton />
          </>
        }
      />
    }
  />
);

const PresetFilters = () => (
  <>
    <ReferenceFilter source="templateId" reference="templates" />
    <FlagFilter source="isDefault" yes="filter.isDefault" no="filter.isDefaultNot" />
    <FlagFilter source="needsReview" yes="filter.needsReview" no="filter.needsReviewNot" />
  </>
);

const Column = ListColumn<RecordOf<Preset>>;

const PresetTable = () => (
  <DataTable<RecordOf<Preset>>
    rowClick={id => editPath('templates/presets', id)}
    bulkActionButtons={<BulkDeleteRecordsButton />}
  >
    <Column source="name" field={PresetNameField} />
    <Column source="templateId">
      <NamesField source="templateId" reference="templates" />
    </Column>
    <StatusColumn choices={enabledStatuses} />
    <EditableColumn source="sort" sortByOrder="DESC" />
    <DataTable.NumberCol source="useCount" sortByOrder="DESC" />
    <TimeColumn source="updateTime" sortByOrder="DESC" />
    <ActionsColumn>
      <RowActions first={<PresetDefaultButton />}>
        <PresetTrialButton />
        <PresetCopyButton />
        <PresetDeleteButton />
      </RowActions>
    </ActionsColumn>
  </DataTable>
);

import { enabledStatuses } from '#contract/enabledStatuses.ts';
import type { Preset } from '#contract/preset.ts';
import { EditButton } from '../../kit/action/EditButton.tsx';
import { NamesField } from '../../kit/field/NamesField.tsx';
import { StatusField } from '../../kit/field/valueFields.tsx';
import { BulkDeleteButton } from '../../kit/list/BulkDeleteButton.tsx';
import { FlagFilter } from '../../kit/list/ChoiceFilter.tsx';
import { ActionsColumn, DataTable, StatusColumn, TimeColumn } from '../../kit/list/DataTable.tsx';
import { EditableColumn } from '../../kit/list/EditableNumberField.tsx';
import { List } from '../../kit/list/List.tsx';
import { RecordCard } from '../../kit/list/RecordCard.tsx';
import { ReferenceFilter } from '../../kit/list/ReferenceFilter.tsx';
import { PresetCopyButton, PresetDeleteButton } from './PresetButtons.tsx';
import { PresetDefaultButton } from './PresetDefaultButton.tsx';
import { PresetNameField } from './PresetNameField.tsx';
import { PresetTrialButton } from './PresetTrialButton.tsx';

export const PresetList = () => (
  <List
    sort={{ field: 'sort', order: 'DESC' }}
    withCounts
    statuses={enabledStatuses}
    searchable
    filters={
      <>
        <ReferenceFilter source="templateId" reference="templates" />
        <FlagFilter source="isDefault" yes="filter.isDefault" no="filter.isDefaultNot" />
        <FlagFilter source="needsReview" yes="filter.needsReview" no="filter.needsReviewNot" />
      </>
    }
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
  >
    <DataTable<Preset> rowClick="edit" bulkActionButtons={<BulkDeleteButton />}>
      <Column source="name" field={PresetNameField} />
      <Column source="templateId">
        <NamesField source="templateId" reference="templates" />
      </Column>
      <StatusColumn choices={enabledStatuses} />
      <EditableColumn source="sort" sortByOrder="DESC" />
      <DataTable.NumberCol source="useCount" sortByOrder="DESC" />
      <TimeColumn source="updateTime" sortByOrder="DESC" />
      <ActionsColumn>
        <PresetDefaultButton />
        <EditButton />
        <PresetTrialButton />
        <PresetCopyButton />
        <PresetDeleteButton />
      </ActionsColumn>
    </DataTable>
  </List>
);

const Column = DataTable.Col<Preset>;

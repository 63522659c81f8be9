import { DataTable, useTranslate } from 'react-admin';
import { enabledStatuses } from '#contract/category.ts';
import type { Preset } from '#contract/preset.ts';
import { BulkDeleteRecordsButton } from '../../list/BulkDeleteRecordsButton.tsx';
import { EditableNumberField } from '../../list/EditableNumberField.tsx';
import { NamesField } from '../../list/NamesField.tsx';
import { RowActions } from '../../list/RowActions.tsx';
import { StatusField } from '../../list/StatusField.tsx';
import { stickyTable } from '../../list/stickyTable.ts';
import { TimeField } from '../../list/TimeField.tsx';
import { editPath, type RecordOf } from '../../record.ts';
import { PresetCopyButton } from './PresetCopyButton.tsx';
import { PresetDefaultButton } from './PresetDefaultButton.tsx';
import { PresetDeleteButton } from './PresetDeleteButton.tsx';
import { PresetNameField } from './PresetNameField.tsx';

const Column = DataTable.Col<RecordOf<Preset>>;

export const PresetTable = () => {
  const translate = useTranslate();
  return (
    <DataTable<RecordOf<Preset>>
      rowClick={id => editPath('templates/presets', id)}
      bulkActionButtons={<BulkDeleteRecordsButton />}
      sx={stickyTable}
    >
      <Column source="name" disableSort field={PresetNameField} />
      <Column source="templateId" disableSort>
        <NamesField source="templateId" reference="templates" name="name" />
      </Column>
      <Column source="status" disableSort>
        <StatusField choices={enabledStatuses} />
      </Column>
      <Column source="sort" sortByOrder="DESC" align="right">
        <EditableNumberField source="sort" />
      </Column>
      <DataTable.NumberCol source="useCount" sortByOrder="DESC" />
      <Column source="updateTime" sortByOrder="DESC" cellClassName="quiet">
        <TimeField source="updateTime" />
      </Column>
      <Column label={translate('list.actions')} align="right" cellClassName="actions">
        <RowActions first={<PresetDefaultButton />}>
          <PresetCopyButton />
          <PresetDeleteButton />
        </RowActions>
      </Column>
    </DataTable>
  );
};

import { DataTable, useTranslate } from 'react-admin';
import { enabledStatuses } from '#contract/category.ts';
import type { Preset } from '#contract/preset.ts';
import { BulkDeleteRecordsButton } from '../../kit/list/BulkDeleteRecordsButton.tsx';
import { EditableNumberField } from '../../kit/list/EditableNumberField.tsx';
import { NamesField } from '../../kit/field/NamesField.tsx';
import { RowActions } from '../../kit/list/RowActions.tsx';
import { StatusField } from '../../kit/field/StatusField.tsx';
import { stickyTable } from '../../kit/list/stickyTable.ts';
import { TimeField } from '../../kit/field/TimeField.tsx';
import { editPath, type RecordOf } from '../../kit/base/record.ts';
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

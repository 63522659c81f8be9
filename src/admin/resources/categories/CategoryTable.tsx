import { DataTable, useTranslate } from 'react-admin';
import { type Category, enabledStatuses } from '#contract/category.ts';
import { BulkDeleteRecordsButton } from '../../list/BulkDeleteRecordsButton.tsx';
import { NamesField } from '../../list/NamesField.tsx';
import { RowActions } from '../../list/RowActions.tsx';
import { StatusField } from '../../list/StatusField.tsx';
import { stickyTable } from '../../list/stickyTable.ts';
import { TimeField } from '../../list/TimeField.tsx';
import { editPath, type RecordOf } from '../../record.ts';
import { EditableNumberField } from '../../list/EditableNumberField.tsx';
import { CategoryDeleteButton } from './CategoryDeleteButton.tsx';
import { CategoryNameField } from './CategoryNameField.tsx';
import { CategoryTemplatesLink } from './CategoryTemplatesLink.tsx';

const Column = DataTable.Col<RecordOf<Category>>;

export const CategoryTable = () => {
  const translate = useTranslate();
  return (
    <DataTable<RecordOf<Category>>
      rowClick={id => editPath('categories', id)}
      bulkActionButtons={<BulkDeleteRecordsButton />}
      sx={stickyTable}
    >
      <Column source="name" field={CategoryNameField} />
      <Column source="parentId" disableSort>
        <NamesField source="parentId" reference="categories" name="name" />
      </Column>
      <Column source="templateCount" disableSort align="right">
        <CategoryTemplatesLink />
      </Column>
      <Column source="status" disableSort>
        <StatusField choices={enabledStatuses} />
      </Column>
      <Column source="sort" sortByOrder="DESC" align="right">
        <EditableNumberField source="sort" />
      </Column>
      <Column source="updateTime" sortByOrder="DESC" cellClassName="quiet">
        <TimeField source="updateTime" />
      </Column>
      <Column label={translate('list.actions')} align="right" cellClassName="actions">
        <RowActions>
          <CategoryDeleteButton />
        </RowActions>
      </Column>
    </DataTable>
  );
};

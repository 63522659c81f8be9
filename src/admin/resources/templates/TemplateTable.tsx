import { DataTable, useTranslate } from 'react-admin';
import { type Template, templateEngines } from '#contract/template.ts';
import { EditableNumberField } from '../../kit/list/EditableNumberField.tsx';
import { NamesField } from '../../kit/field/NamesField.tsx';
import { RowActions } from '../../kit/list/RowActions.tsx';
import { stickyTable } from '../../kit/list/stickyTable.ts';
import { TimeField } from '../../kit/field/TimeField.tsx';
import { editPath, type RecordOf } from '../../kit/base/record.ts';
import { TemplateBulkActions } from './TemplateBulkActions.tsx';
import { TemplateCopyButton } from './TemplateCopyButton.tsx';
import { TemplateDeleteButton } from './TemplateDeleteButton.tsx';
import { TemplateNameField } from './TemplateNameField.tsx';
import { RecommendSwitch } from '../../kit/list/RecommendSwitch.tsx';
import { TemplateStatusButton } from './TemplateStatusButton.tsx';
import { TemplateStatusField } from './TemplateStatusField.tsx';

const Column = DataTable.Col<RecordOf<Template>>;

export const TemplateTable = () => {
  const translate = useTranslate();
  return (
    <DataTable<RecordOf<Template>>
      rowClick={id => editPath('templates', id)}
      bulkActionButtons={<TemplateBulkActions />}
      hiddenColumns={['createTime']}
      sx={stickyTable}
    >
      <Column source="name" field={TemplateNameField} />
      <Column source="categoryIds" disableSort>
        <NamesField source="categoryIds" reference="categories" name="name" />
      </Column>
      <Column
        source="engine"
        disableSort
        render={({ engine }) => templateEngines[engine].label}
        cellClassName="nowrap"
      />
      <Column source="status" disableSort>
        <TemplateStatusField />
      </Column>
      <Column source="isRecommend" disableSort>
        <RecommendSwitch />
      </Column>
      <Column source="sort" sortByOrder="DESC" align="right">
        <EditableNumberField source="sort" />
      </Column>
      <DataTable.NumberCol source="costCredits" disableSort />
      <Column source="createTime" sortByOrder="DESC">
        <TimeField source="createTime" />
      </Column>
      <Column source="updateTime" sortByOrder="DESC" cellClassName="quiet">
        <TimeField source="updateTime" />
      </Column>
      <Column label={translate('list.actions')} align="right" cellClassName="actions">
        <RowActions first={<TemplateStatusButton />}>
          <TemplateCopyButton />
          <TemplateDeleteButton />
        </RowActions>
      </Column>
    </DataTable>
  );
};

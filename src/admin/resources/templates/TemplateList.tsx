import GridIcon from '@mui/icons-material/GridViewOutlined';
import TableIcon from '@mui/icons-material/TableRowsOutlined';
import { ToggleButton, ToggleButtonGroup } from '@mui/material';
import { DataTable, useStore, useTranslate } from 'react-admin';
import { suspended, type Template, templateEngines, templateStatuses } from '#contract/template.ts';
import { editPath, type RecordOf } from '../../kit/base/hooks.ts';
import { usePhone } from '../../kit/base/usePhone.ts';
import { NamesField } from '../../kit/field/NamesField.tsx';
import { TimeField } from '../../kit/field/valueFields.tsx';
import { ChoiceFilter, FlagFilter } from '../../kit/list/ChoiceFilter.tsx';
import { ActionsColumn, EditableColumn, ListColumn, TimeColumn } from '../../kit/list/columns.tsx';
import { RecommendSwitch } from '../../kit/list/RecommendSwitch.tsx';
import { RecordList } from '../../kit/list/RecordList.tsx';
import { ReferenceFilter } from '../../kit/list/ReferenceFilter.tsx';
import { RowActions } from '../../kit/list/RowActions.tsx';
import { SearchInput } from '../../kit/list/SearchInput.tsx';
import { StatusTabs } from '../../kit/list/StatusTabs.tsx';
import { TemplateBulkActions } from './TemplateBulkActions.tsx';
import { TemplateCard } from './TemplateCard.tsx';
import { TemplateCopyButton } from './TemplateCopyButton.tsx';
import { TemplateDeleteButton } from './TemplateDeleteButton.tsx';
import { TemplateGrid, TemplateGridSkeleton } from './TemplateGrid.tsx';
import { TemplateNameField } from './TemplateNameField.tsx';
import { TemplateStatusButton } from './TemplateStatusButton.tsx';
import { TemplateStatusField } from './TemplateStatusField.tsx';

export const TemplateList = () => {
  const isPhone = usePhone();
  const [view] = useTemplateView();
  const isGrid = view === 'grid' && !isPhone;
  return (
    <RecordList
      sort={{ field: 'sort', order: 'DESC' }}
      withCounts
      hasColumns={!isGrid}
      tabs={<StatusTabs choices={templateStatuses} />}
      search={<SearchInput />}
      filters={<TemplateFilters />}
      toolbar={!isPhone && <TemplateViewSwitch />}
      loading={isGrid ? <TemplateGridSkeleton /> : undefined}
      table={isGrid ? <TemplateGrid /> : <TemplateTable />}
      card={<TemplateCard />}
    />
  );
};

/** Rows to work on, or pictures to look at. */
const TemplateViewSwitch = () => {
  const translate = useTranslate();
  const [view, setView] = useTemplateView();
  return (
    <ToggleButtonGroup
      exclusive
      size="small"
      value={view}
      onChange={(_event, next: TemplateView | null) => next && setView(next)}
      aria-label={translate('resources.templates.view.label')}
      sx={{ '& .MuiToggleButton-root': { p: 0.5 } }}
    >
      <ToggleButton value="table" aria-label={translate('resources.templates.view.table')}>
        <TableIcon fontSize="small" />
      </ToggleButton>
      <ToggleButton value="grid" aria-label={translate('resources.templates.view.grid')}>
        <GridIcon fontSize="small" />
      </ToggleButton>
    </ToggleButtonGroup>
  );
};

const TemplateFilters = () => (
  <>
    <ReferenceFilter source="categoryIds" reference="categories" />
    <ReferenceFilter
      source="keywordIds"
      reference="keywords"
      name="word"
      sort={{ field: 'weight', order: 'DESC' }}
    />
    <ChoiceFilter source="engine" choices={templateEngines} />
    <ChoiceFilter source="suspended" choices={{ true: suspended }} parse={() => true} />
    <FlagFilter source="isRecommend" yes="recommendOnly" no="notRecommended" />
  </>
);

const Column = ListColumn<RecordOf<Template>>;

const TemplateTable = () => (
  <DataTable<RecordOf<Template>>
    rowClick={id => editPath('templates', id)}
    bulkActionButtons={<TemplateBulkActions />}
    hiddenColumns={['createTime']}
  >
    <Column sortByOrder="ASC" source="name" field={TemplateNameField} />
    <Column source="categoryIds">
      <NamesField source="categoryIds" reference="categories" />
    </Column>
    <Column
      source="engine"
      render={({ engine }) => templateEngines[engine].label}
      cellClassName="nowrap"
    />
    <Column source="status">
      <TemplateStatusField />
    </Column>
    <Column source="isRecommend">
      <RecommendSwitch />
    </Column>
    <EditableColumn source="sort" sortByOrder="DESC" />
    <DataTable.NumberCol source="costCredits" disableSort />
    <Column source="createTime" sortByOrder="DESC">
      <TimeField source="createTime" />
    </Column>
    <TimeColumn source="updateTime" sortByOrder="DESC" />
    <ActionsColumn>
      <RowActions first={<TemplateStatusButton />}>
        <TemplateCopyButton />
        <TemplateDeleteButton />
      </RowActions>
    </ActionsColumn>
  </DataTable>
);

type TemplateView = 'table' | 'grid';

/** How this browser shows templates. */
const useTemplateView = () => useStore<TemplateView>('templates.view', 'table');

import { useTranslate } from 'react-admin';
import { templateStatuses } from '#contract/template.ts';
import { usePhone } from '../../kit/base/usePhone.ts';
import { CardList } from '../../kit/list/CardList.tsx';
import { RecordList } from '../../kit/list/RecordList.tsx';
import { SearchInput } from '../../kit/list/SearchInput.tsx';
import { StatusTabs } from '../../kit/list/StatusTabs.tsx';
import { TemplateCard } from './TemplateCard.tsx';
import { TemplateFilters } from './TemplateFilters.tsx';
import { TemplateGrid, TemplateGridSkeleton } from './TemplateGrid.tsx';
import { TemplateTable } from './TemplateTable.tsx';
import { TemplateViewSwitch } from './TemplateViewSwitch.tsx';
import { useTemplateView } from './useTemplateView.ts';

export const TemplateList = () => {
  const translate = useTranslate();
  const isPhone = usePhone();
  const [view] = useTemplateView();
  const isGrid = view === 'grid' && !isPhone;
  return (
    <RecordList
      sort={{ field: 'sort', order: 'DESC' }}
      withCounts
      hasColumns={!isGrid}
      tabs={<StatusTabs choices={templateStatuses} />}
      search={<SearchInput placeholder={translate('resources.templates.search')} />}
      filters={<TemplateFilters />}
      toolbar={!isPhone && <TemplateViewSwitch />}
      loading={isGrid ? <TemplateGridSkeleton /> : undefined}
      table={isGrid ? <TemplateGrid /> : <TemplateTable />}
      cards={
        <CardList>
          <TemplateCard />
        </CardList>
      }
    />
  );
};

import { RecordList } from '../../list/RecordList.tsx';
import { SearchInput } from '../../list/SearchInput.tsx';
import { StatusTabs } from '../../list/StatusTabs.tsx';
import { CardList } from '../../list/CardList.tsx';
import { useTranslate } from 'react-admin';
import { templateStatuses } from '#contract/template.ts';
import { TemplateCard } from './TemplateCard.tsx';
import { TemplateFilters } from './TemplateFilters.tsx';
import { TemplateTable } from './TemplateTable.tsx';

export const TemplateList = () => {
  const translate = useTranslate();
  return (
    <RecordList
      sort={{ field: 'sort', order: 'DESC' }}
      withCounts
      tabs={<StatusTabs choices={templateStatuses} />}
      search={<SearchInput placeholder={translate('resources.templates.search')} />}
      filters={<TemplateFilters />}
      table={<TemplateTable />}
      cards={
        <CardList>
          <TemplateCard />
        </CardList>
      }
    />
  );
};

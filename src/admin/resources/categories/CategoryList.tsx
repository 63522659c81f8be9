import { useTranslate } from 'react-admin';
import { enabledStatuses } from '#contract/category.ts';
import { CardList } from '../../list/CardList.tsx';
import { RecordCard } from '../../list/RecordCard.tsx';
import { RecordList } from '../../list/RecordList.tsx';
import { SearchInput } from '../../list/SearchInput.tsx';
import { StatusField } from '../../list/StatusField.tsx';
import { StatusTabs } from '../../list/StatusTabs.tsx';
import { CategoryDeleteButton } from './CategoryDeleteButton.tsx';
import { CategoryNameField } from './CategoryNameField.tsx';
import { CategoryTable } from './CategoryTable.tsx';
import { CategoryTemplatesLink } from './CategoryTemplatesLink.tsx';

export const CategoryList = () => {
  const translate = useTranslate();
  return (
    <RecordList
      sort={{ field: 'sort', order: 'DESC' }}
      tabs={<StatusTabs choices={enabledStatuses} />}
      search={<SearchInput placeholder={translate('resources.categories.search')} />}
      table={<CategoryTable />}
      cards={
        <CardList>
          <RecordCard
            title={<CategoryNameField />}
            status={<StatusField choices={enabledStatuses} />}
            facts={<CategoryTemplatesLink label />}
            actions={<CategoryDeleteButton variant="text" />}
          />
        </CardList>
      }
    />
  );
};

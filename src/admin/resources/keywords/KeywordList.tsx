import { TextField, useTranslate } from 'react-admin';
import { enabledStatuses } from '#contract/category.ts';
import { keywordTypes } from '#contract/keyword.ts';
import { CardList } from '../../kit/list/CardList.tsx';
import { ChoiceFilter } from '../../kit/list/ChoiceFilter.tsx';
import { RecordCard } from '../../kit/list/RecordCard.tsx';
import { RecordList } from '../../kit/list/RecordList.tsx';
import { SearchInput } from '../../kit/list/SearchInput.tsx';
import { StatusField } from '../../kit/field/StatusField.tsx';
import { StatusTabs } from '../../kit/list/StatusTabs.tsx';
import { KeywordDeleteButton } from './KeywordDeleteButton.tsx';
import { KeywordImportLink } from './KeywordImportLink.tsx';
import { KeywordTable } from './KeywordTable.tsx';

export const KeywordList = () => {
  const translate = useTranslate();
  return (
    <RecordList
      sort={{ field: 'weight', order: 'DESC' }}
      tabs={<StatusTabs choices={enabledStatuses} />}
      search={<SearchInput placeholder={translate('resources.keywords.search')} />}
      toolbar={<KeywordImportLink />}
      filters={<ChoiceFilter source="type" choices={keywordTypes} />}
      table={<KeywordTable />}
      cards={
        <CardList>
          <RecordCard
            title={<TextField source="word" sx={{ fontWeight: 500 }} />}
            status={<StatusField choices={enabledStatuses} />}
            facts={<StatusField source="type" choices={keywordTypes} />}
            actions={<KeywordDeleteButton variant="text" />}
          />
        </CardList>
      }
    />
  );
};

import { apiKeyStatuses } from '#contract/apiKey.ts';
import { useTranslate } from 'react-admin';
import { CardList } from '../../kit/list/CardList.tsx';
import { ChoiceFilter } from '../../kit/list/ChoiceFilter.tsx';
import { RecordList } from '../../kit/list/RecordList.tsx';
import { StatusTabs } from '../../kit/list/StatusTabs.tsx';
import { ApiKeyCard } from './ApiKeyCard.tsx';
import { ApiKeyNewButton } from './ApiKeyNewButton.tsx';
import { ApiKeyTable } from './ApiKeyTable.tsx';

export const ApiKeyList = () => (
  <RecordList
    sort={{ field: 'createTime', order: 'DESC' }}
    withCounts
    tabs={<StatusTabs choices={apiKeyStatuses} />}
    filters={<LowFilter />}
    toolbar={<ApiKeyNewButton />}
    table={<ApiKeyTable />}
    cards={
      <CardList>
        <ApiKeyCard />
      </CardList>
    }
  />
);

const LowFilter = () => {
  const translate = useTranslate();
  return (
    <ChoiceFilter
      source="low"
      choices={{ true: { label: translate('resources.api-keys.lowOnly') } }}
      parse={() => true}
    />
  );
};

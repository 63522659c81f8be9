import { apiKeyStatuses } from '#contract/apiKey.ts';
import { CardList } from '../../list/CardList.tsx';
import { RecordList } from '../../list/RecordList.tsx';
import { StatusTabs } from '../../list/StatusTabs.tsx';
import { ApiKeyCard } from './ApiKeyCard.tsx';
import { ApiKeyNewButton } from './ApiKeyNewButton.tsx';
import { ApiKeyTable } from './ApiKeyTable.tsx';

export const ApiKeyList = () => (
  <RecordList
    sort={{ field: 'createTime', order: 'DESC' }}
    withCounts
    tabs={<StatusTabs choices={apiKeyStatuses} />}
    toolbar={<ApiKeyNewButton />}
    table={<ApiKeyTable />}
    cards={
      <CardList>
        <ApiKeyCard />
      </CardList>
    }
  />
);

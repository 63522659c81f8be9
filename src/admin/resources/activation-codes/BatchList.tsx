import { useTranslate } from 'react-admin';
import { batchStatuses } from '#contract/activationCode.ts';
import { CardList } from '../../kit/list/CardList.tsx';
import { DateRangeFilter } from '../../kit/list/DateRangeFilter.tsx';
import { RecordList } from '../../kit/list/RecordList.tsx';
import { SearchInput } from '../../kit/list/SearchInput.tsx';
import { StatusTabs } from '../../kit/list/StatusTabs.tsx';
import { BatchCard } from './BatchCard.tsx';
import { BatchNewButton } from './BatchNewButton.tsx';
import { BatchTable } from './BatchTable.tsx';
import { CodeMatches } from './CodeMatches.tsx';

export const BatchList = () => {
  const translate = useTranslate();
  return (
    <>
      <CodeMatches />
      <RecordList
        sort={{ field: 'createTime', order: 'DESC' }}
        withCounts
        tabs={<StatusTabs choices={batchStatuses} />}
        search={
          <SearchInput
            placeholder={translate('resources.activation-codes.search')}
            help={translate('resources.activation-codes.searchHelp')}
          />
        }
        filters={
          <>
            <DateRangeFilter source="createTime" />
            <DateRangeFilter source="expireTime" />
          </>
        }
        toolbar={<BatchNewButton />}
        table={<BatchTable />}
        cards={
          <CardList>
            <BatchCard />
          </CardList>
        }
      />
    </>
  );
};

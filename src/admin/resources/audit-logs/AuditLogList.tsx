import { CardList } from '../../kit/list/CardList.tsx';
import { RecordList } from '../../kit/list/RecordList.tsx';
import { AuditCard } from './AuditCard.tsx';
import { AuditFilters } from './AuditFilters.tsx';
import { AuditRecordSearch } from './AuditRecordSearch.tsx';
import { AuditTable } from './AuditTable.tsx';

export const AuditLogList = () => (
  <RecordList
    sort={{ field: 'createTime', order: 'DESC' }}
    search={<AuditRecordSearch />}
    filters={<AuditFilters />}
    table={<AuditTable />}
    cards={
      <CardList>
        <AuditCard />
      </CardList>
    }
  />
);

import { Box } from '@mui/material';
import { useRecordContext } from 'react-admin';
import { type UserLog, userLogTypes } from '#contract/user.ts';
import { type RecordOf, useRecord, useTexts } from '../../kit/base/hooks.ts';
import { StatusField, Time } from '../../kit/field/valueFields.tsx';
import { ChoiceFilter } from '../../kit/list/ChoiceFilter.tsx';
import { DataTable, StatusColumn, TimeColumn } from '../../kit/list/DataTable.tsx';
import { DateRangeFilter } from '../../kit/list/rangeFilters.tsx';
import { ReferenceManyField, RelatedCard } from '../../kit/show/ReferenceManyField.tsx';

type Log = RecordOf<UserLog>;
const Column = DataTable.Col<Log>;

/** A user's events, caused by the user or by us. */
export const UserLogs = () => {
  const t = useTexts('resources.users');
  const himself = t('himself');
  return (
    <ReferenceManyField
      reference="users/logs"
      target="userId"
      filters={
        <>
          <ChoiceFilter source="type" choices={userLogTypes} />
          <DateRangeFilter source="createTime" />
        </>
      }
      card={<LogCard />}
    >
      <TimeColumn source="createTime" sortByOrder="DESC" />
      <StatusColumn source="type" choices={userLogTypes} />
      <Column source="title" />
      <Column source="detail" field={Detail} />
      <Column source="operator" render={({ operator }) => operator || himself} />
      <Column source="ip" cellClassName="quiet" />
    </ReferenceManyField>
  );
};

const Detail = () => (
  <Box sx={{ maxWidth: 420, whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
    {useRecordContext<Log>()?.detail}
  </Box>
);

const LogCard = () => {
  const t = useTexts('resources.users');
  const log = useRecord<Log>();
  return (
    <RelatedCard
      title={log.title}
      value={<StatusField source="type" choices={userLogTypes} />}
      lines={[
        log.detail,
        <>
          <Time instant={log.createTime} /> · {log.operator || t('himself')}
        </>,
      ]}
    />
  );
};

import { Box } from '@mui/material';
import { useRecordContext, useTranslate } from 'react-admin';
import { type User, type UserLog, userLogTypes } from '#contract/user.ts';
import { type RecordOf, useRecord } from '../../kit/base/hooks.ts';
import { StatusField, Time } from '../../kit/field/valueFields.tsx';
import { ChoiceFilter } from '../../kit/list/ChoiceFilter.tsx';
import { ListColumn, StatusColumn, TimeColumn } from '../../kit/list/columns.tsx';
import { DateRangeFilter } from '../../kit/list/rangeFilters.tsx';
import { RelatedCard, RelatedList } from '../../kit/show/Related.tsx';

type Log = RecordOf<UserLog>;
const Column = ListColumn<Log>;

/** A user's events, caused by the user or by us. */
export const UserLogs = ({ user }: { user: RecordOf<User> }) => {
  const translate = useTranslate();
  const himself = translate('resources.users.himself');
  return (
    <RelatedList
      resource="users/logs"
      of={{ userId: user.id }}
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
    </RelatedList>
  );
};

const Detail = () => (
  <Box sx={{ maxWidth: 420, whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
    {useRecordContext<Log>()?.detail}
  </Box>
);

const LogCard = () => {
  const translate = useTranslate();
  const log = useRecord<Log>();
  return (
    <RelatedCard
      title={log.title}
      value={<StatusField source="type" choices={userLogTypes} />}
      lines={[
        log.detail,
        <>
          <Time instant={log.createTime} /> · {log.operator || translate('resources.users.himself')}
        </>,
      ]}
    />
  );
};

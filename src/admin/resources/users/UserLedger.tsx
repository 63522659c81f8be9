import { Box } from '@mui/material';
import { useRecordContext, useTranslate } from 'react-admin';
import { creditBuckets, ledgerKinds } from '#contract/creditLedger.ts';
import type { LedgerEntry, User } from '#contract/user.ts';
import { formatCount } from '../../../shared/count.ts';
import { type RecordOf, useRecord } from '../../kit/base/hooks.ts';
import { PageLink, Time } from '../../kit/field/valueFields.tsx';
import { ChoiceFilter } from '../../kit/list/ChoiceFilter.tsx';
import { ListColumn, TimeColumn } from '../../kit/list/columns.tsx';
import { DateRangeFilter } from '../../kit/list/rangeFilters.tsx';
import { RelatedCard, RelatedList } from '../../kit/show/Related.tsx';

type Line = RecordOf<LedgerEntry>;
const Column = ListColumn<Line>;

/** Every credit that came and went; lines are never changed. */
export const UserLedger = ({ user }: { user: RecordOf<User> }) => (
  <RelatedList
    resource="users/credits"
    of={{ userId: user.id }}
    isExportable
    filters={
      <>
        <ChoiceFilter source="kind" choices={ledgerKinds} />
        <ChoiceFilter source="bucket" choices={creditBuckets} />
        <DateRangeFilter source="createTime" />
      </>
    }
    card={<LedgerCard />}
  >
    <TimeColumn source="createTime" sortByOrder="DESC" />
    <Column source="kind" render={({ kind }) => ledgerKinds[kind].label} />
    <Column source="bucket" render={({ bucket }) => creditBuckets[bucket].label} />
    <Column source="delta" align="right" field={Delta} />
    <Column
      source="balanceAfter"
      align="right"
      render={({ balanceAfter }) => formatCount(balanceAfter)}
    />
    <Column source="reason" field={Why} />
    <Column source="operator" cellClassName="quiet" />
  </RelatedList>
);

const Delta = () => {
  const delta = useRecordContext<Line>()?.delta ?? 0;
  return (
    <Box component="span" sx={{ color: delta > 0 ? 'success.main' : undefined, fontWeight: 500 }}>
      {delta > 0 && '+'}
      {formatCount(delta)}
    </Box>
  );
};

/** What a line came from, where that has a page. */
const pathOf = ({ refType, refId }: Line) =>
  refType === 'order' && refId ? `/orders/${encodeURIComponent(refId)}` : undefined;

const Why = () => {
  const line = useRecord<Line>();
  const path = pathOf(line);
  if (!path) return <>{line.reason}</>;
  return <PageLink to={path}>{line.reason || ledgerKinds[line.kind].label}</PageLink>;
};

const LedgerCard = () => {
  const translate = useTranslate();
  const line = useRecord<Line>();
  return (
    <RelatedCard
      {...(pathOf(line) && { to: pathOf(line) as string })}
      title={line.reason || ledgerKinds[line.kind].label}
      value={<Delta />}
      lines={[
        <>
          {ledgerKinds[line.kind].label} · {creditBuckets[line.bucket].label} ·{' '}
          {translate('resources.users.balance', { count: formatCount(line.balanceAfter) })}
        </>,
        <>
          <Time instant={line.createTime} />
          {line.operator && ` · ${line.operator}`}
        </>,
      ]}
    />
  );
};

import { Box } from '@mui/material';
import { useRecordContext } from 'react-admin';
import { creditBuckets, ledgerKinds } from '#contract/creditLedger.ts';
import type { LedgerEntry } from '#contract/user.ts';
import { formatCount } from '../../../shared/count.ts';
import { type RecordOf, useRecord, useTexts } from '../../kit/base/hooks.ts';
import { PageLink, Quiet, Time } from '../../kit/field/valueFields.tsx';
import { ChoiceFilter } from '../../kit/list/ChoiceFilter.tsx';
import { DataTable, TimeColumn } from '../../kit/list/DataTable.tsx';
import { List } from '../../kit/list/List.tsx';
import { DateRangeFilter } from '../../kit/list/rangeFilters.tsx';
import { ReferenceManyField, RelatedCard } from '../../kit/show/ReferenceManyField.tsx';
import { UserName } from '../user-link/parts.ts';

type Line = RecordOf<LedgerEntry>;
const Column = DataTable.Col<LedgerEntry>;

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
  refId && Object.hasOwn(pages, refType)
    ? `${pages[refType]}/${encodeURIComponent(refId)}`
    : undefined;
const pages: Record<string, string> = {
  order: '/orders',
  localApp: '/local-app-templates/edit',
};

const Why = () => {
  const line = useRecord<LedgerEntry>();
  const path = pathOf(line);
  if (!path)
    return (
      <>
        {line.reason}
        <UserNote line={line} />
      </>
    );
  return <PageLink to={path}>{line.reason || ledgerKinds[line.kind].label}</PageLink>;
};

/** What an administrator has let the user know. */
const UserNote = ({ line }: { line: Line }) => {
  const t = useTexts('resources.users');
  return line.operator && line.userNote ? (
    <Quiet tiny>{t('noteForUser', { text: line.userNote })}</Quiet>
  ) : null;
};

const filters = (
  <>
    <ChoiceFilter source="kind" choices={ledgerKinds} />
    <ChoiceFilter source="bucket" choices={creditBuckets} />
    <DateRangeFilter source="createTime" />
  </>
);

const columns = [
  <Column key="kind" source="kind" render={({ kind }) => ledgerKinds[kind].label} />,
  <Column key="bucket" source="bucket" render={({ bucket }) => creditBuckets[bucket].label} />,
  <Column key="delta" source="delta" align="right" field={Delta} />,
  <Column
    key="balanceAfter"
    source="balanceAfter"
    align="right"
    render={({ balanceAfter }) => formatCount(balanceAfter)}
  />,
  <Column key="reason" source="reason" field={Why} />,
  <Column key="operator" source="operator" cellClassName="quiet" />,
];

/** Every credit of one user that came and went; lines are never changed. */
export const UserLedger = () => (
  <ReferenceManyField
    reference="users/credits"
    target="userId"
    isExportable
    filters={filters}
    card={<LedgerCard />}
  >
    <TimeColumn source="createTime" sortByOrder="DESC" />
    {columns}
  </ReferenceManyField>
);

/** The lines of all users. */
export const LedgerList = () => (
  <List filters={filters} card={<LedgerCard isOwnerShown />}>
    <DataTable<LedgerEntry> bulkActionButtons={false} rowClick={false}>
      <TimeColumn source="createTime" sortByOrder="DESC" />
      <Column source="userId" render={({ userId }) => <UserName id={userId} />} />
      {columns}
    </DataTable>
  </List>
);

const LedgerCard = ({ isOwnerShown = false }) => {
  const t = useTexts('resources.users');
  const line = useRecord<LedgerEntry>();
  const to = pathOf(line);
  return (
    <RelatedCard
      // With a link to its user the card is none itself.
      {...(to && !isOwnerShown && { to })}
      title={isOwnerShown && to ? <Why /> : line.reason || ledgerKinds[line.kind].label}
      value={<Delta />}
      lines={[
        isOwnerShown && (
          <Box key="owner" sx={{ display: 'flex' }}>
            <UserName id={line.userId} />
          </Box>
        ),
        <>
          {ledgerKinds[line.kind].label} · {creditBuckets[line.bucket].label} ·{' '}
          {t('balance', { count: formatCount(line.balanceAfter) })}
        </>,
        <UserNote key="note" line={line} />,
        <>
          <Time instant={line.createTime} />
          {line.operator && ` · ${line.operator}`}
        </>,
      ]}
    />
  );
};

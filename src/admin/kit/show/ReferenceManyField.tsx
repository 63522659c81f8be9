import { Box, Card } from '@mui/material';
import type { ReactNode } from 'react';
import {
  DataTable,
  type DataTableProps,
  ListBase,
  type ReferenceManyFieldProps as RaReferenceManyFieldProps,
  type SortPayload,
  useRecordContext,
} from 'react-admin';
import { DEFAULT_PAGE_SIZE } from '#contract/constants.ts';
import { usePhone } from '../base/hooks.ts';
import { Link } from '../base/Link.tsx';
import { Quiet } from '../field/valueFields.tsx';
import { ExportButton } from '../list/ExportButton.tsx';
import { ListBody } from '../list/ListBody.tsx';
import { ListFiltersProvider } from '../list/ListFilters.tsx';
import { listQuery } from '../list/listQuery.ts';
import { LiveList, type LiveListProps } from '../list/LiveList.tsx';
import { OpenableRows } from '../list/OpenableRows.tsx';
import { Pagination } from '../list/Pagination.tsx';
import { CardList } from '../list/RecordCard.tsx';

export interface ReferenceManyFieldProps extends Pick<
  RaReferenceManyFieldProps,
  | 'children'
  | 'empty'
  | 'filter'
  | 'label'
  | 'pagination'
  | 'perPage'
  | 'queryOptions'
  | 'reference'
  | 'source'
  | 'target'
> {
  sort?: SortPayload;
  /** Inputs; the record around and `filter` are not among them. */
  filters?: ReactNode;
  /** Above the records. */
  head?: ReactNode;
  /** What a record looks like on a phone; the children are then the columns of a table. */
  card?: ReactNode;
  rowClick?: DataTableProps['rowClick'];
  /** Without it, the records are not looked at again. */
  refetchInterval?: LiveListProps['refetchInterval'];
  /** The contract's export table knows the resource. */
  isExportable?: boolean;
}

const PAGE_SIZES = [10, DEFAULT_PAGE_SIZE, 50];
const NEWEST_FIRST: SortPayload = { field: 'createTime', order: 'DESC' };

/**
 * react-admin's `ReferenceManyField` as a list with its own filters and pages. These are kept in the address, so
 * show one at a time, each below its own path; nothing is remembered for the next record.
 */
export const ReferenceManyField = ({
  reference,
  target,
  source = 'id',
  filter,
  sort = NEWEST_FIRST,
  perPage = DEFAULT_PAGE_SIZE,
  pagination = <Pagination rowsPerPageOptions={PAGE_SIZES} />,
  queryOptions,
  ...props
}: ReferenceManyFieldProps) => {
  const { filters, head, card, children } = props;
  const record = useRecordContext();
  // Without it the records of all owners would be asked for.
  if (!record) return null;
  return (
    <ListBase
      resource={reference}
      filter={{ ...filter, [target]: record[source] }}
      sort={sort}
      perPage={perPage}
      storeKey={false}
      disableAuthentication
      queryOptions={{ ...listQuery, ...queryOptions }}
    >
      <ListFiltersProvider>
        <Card>
          {head}
          {filters && (
            <Box
              role="search"
              sx={{
                display: 'grid',
                gridTemplateColumns: {
                  xs: '1fr 1fr',
                  sm: 'repeat(auto-fill, minmax(144px, 168px))',
                },
                gap: 1,
                p: 1.5,
              }}
            >
              {filters}
              {props.isExportable && <ExportButton isExportable />}
            </Box>
          )}
          <LiveList refetchInterval={props.refetchInterval ?? false} meta={queryOptions?.meta}>
            <ListBody empty={props.empty}>
              {card ? (
                <RelatedTable rowClick={props.rowClick} card={card}>
                  {children}
                </RelatedTable>
              ) : (
                children
              )}
            </ListBody>
          </LiveList>
          {pagination}
        </Card>
      </ListFiltersProvider>
    </ListBase>
  );
};

export interface RelatedTableProps {
  rowClick?: DataTableProps['rowClick'] | undefined;
  /** What a record looks like on a phone. */
  card: ReactNode;
  /** Columns. */
  children: ReactNode;
}

/** The records of a `ReferenceManyField`: a table, or cards on a phone. */
export const RelatedTable = ({ rowClick = false, card, children }: RelatedTableProps) =>
  usePhone() ? (
    <CardList>{card}</CardList>
  ) : (
    <DataTable body={OpenableRows} bulkActionButtons={false} rowClick={rowClick}>
      {children}
    </DataTable>
  );

export interface RelatedCardProps {
  title: ReactNode;
  /** At the right of the title. */
  value?: ReactNode;
  lines?: readonly ReactNode[];
  /** Where a tap leads. */
  to?: string;
}

/** One record of a `RelatedTable` on a phone. */
export const RelatedCard = ({ title, value, lines = [], to }: RelatedCardProps) => (
  <Box
    {...(to && { component: Link, to })}
    sx={{ display: 'block', minHeight: 44, color: 'inherit', textDecoration: 'none' }}
  >
    <Box sx={{ display: 'flex', justifyContent: 'space-between', gap: 2, fontWeight: 500 }}>
      <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>{title}</Box>
      <Box sx={{ flex: 'none' }}>{value}</Box>
    </Box>
    {lines.filter(Boolean).map((line, at) => (
      <Quiet key={at} small>
        {line}
      </Quiet>
    ))}
  </Box>
);

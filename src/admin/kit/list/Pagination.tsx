import { Link } from '@mui/material';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import {
  type GetListParams,
  ListPaginationContext,
  Pagination as StockPagination,
  type PaginationProps,
  useDataProvider,
  useListContext,
  useListPaginationContext,
  useResourceContext,
  useTranslate,
} from 'react-admin';
import { DEFAULT_PAGE_SIZE } from '#contract/constants.ts';
import { formatCount, formatTotal } from '../../../shared/count.ts';

const PAGE_SIZES = [10, DEFAULT_PAGE_SIZE, 50, 100];

/**
 * react-admin's `Pagination`. Of a long list, whose `total` the data provider leaves out, it says that there are more
 * than are counted, and how many exactly on request.
 */
export const Pagination = (props: PaginationProps) => {
  const { data = [], error, total } = useListContext();
  const pages = useListPaginationContext();
  const ask = useAskedAhead();
  // A list that failed to load has no pages.
  if (error && data.length === 0) return null;
  const setPage = (page: number) => {
    ask(pages.page, page);
    pages.setPage(page);
  };
  return (
    <ListPaginationContext.Provider value={{ ...pages, setPage }}>
      <StockPagination
        rowsPerPageOptions={PAGE_SIZES}
        {...(total === undefined && {
          labelDisplayedRows: ({ from }: { from: number }) => (
            <LongRange from={from} to={from + data.length - 1} />
          ),
        })}
        {...props}
      />
    </ListPaginationContext.Provider>
  );
};

/** Asks for the other page with the click, which otherwise leaves once the address has changed and the page is rendered. */
const useAskedAhead = () => {
  const dataProvider = useDataProvider();
  const client = useQueryClient();
  const resource = useResourceContext() ?? '';
  return (from: number, page: number) => {
    const active = { queryKey: [resource, 'getList'], type: 'active' } as const;
    for (const { queryKey } of client.getQueryCache().findAll(active)) {
      const { pagination, ...question } = queryKey[2] as GetListParams;
      if (pagination?.page !== from) continue;
      const params = { ...question, pagination: { ...pagination, page } };
      void client.prefetchQuery({
        queryKey: [resource, 'getList', params],
        queryFn: ({ signal }) => dataProvider.getList(resource, { ...params, signal }),
      });
    }
  };
};

const LongRange = ({ from, to }: { from: number; to: number }) => {
  const translate = useTranslate();
  const { total, isFetching, ask } = useExactTotal();
  const range = translate('ra.navigation.page_range_info', {
    offsetBegin: from,
    offsetEnd: to,
    total: total === undefined ? formatTotal(total) : formatCount(total),
  });
  if (total !== undefined) return range;
  return (
    <>
      {range}{' '}
      <Link
        component="button"
        type="button"
        variant="inherit"
        disabled={isFetching}
        onClick={ask}
        sx={{ ml: 0.5, verticalAlign: 'baseline' }}
      >
        {translate(isFetching ? 'list.counting' : 'list.countAll')}
      </Link>
    </>
  );
};

/** Counts all that match, which a list does not do by itself: the database walks every one of them. */
const useExactTotal = () => {
  const dataProvider = useDataProvider();
  const { resource, filter, filterValues } = useListContext();
  const all = { ...(filterValues as object), ...(filter as object | undefined) };
  const { data, isFetching, refetch } = useQuery({
    queryKey: [resource, 'exactTotal', all],
    queryFn: async () => {
      const { total } = await dataProvider.getList(resource, {
        pagination: { page: 1, perPage: 1 },
        sort: { field: 'createTime', order: 'DESC' },
        filter: all,
        meta: { exactTotal: true },
      });
      return total ?? 0;
    },
    enabled: false,
  });
  return { total: data, isFetching, ask: () => void refetch() };
};

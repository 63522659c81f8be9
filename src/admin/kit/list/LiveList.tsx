import RefreshIcon from '@mui/icons-material/Refresh';
import { Box, Button, type Theme } from '@mui/material';
import { visuallyHidden } from '@mui/utils';
import { useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, use, useEffect, useRef, useState } from 'react';
import {
  type GetListResult,
  type Identifier,
  type RaRecord,
  useListContext,
  useResourceContext,
  useTranslate,
} from 'react-admin';
import { useDataProvider } from '../base/hooks.ts';
import { TOP_BAR_HEIGHT } from '../base/measures.ts';
import { isBusy, type Pace, useLook, usePace } from '../base/useLook.ts';

/** What looks have found since the rows of the page were read. */
interface News {
  /** Rows that would stand above or among those shown. */
  added: number;
  /** Rows of which there is another version. */
  changed: readonly Identifier[];
  /** Rows that the list has no more: deleted, or of another state by now. */
  left: readonly Identifier[];
  /** Of the changed ones, those that are still shown as they were. */
  waiting: number;
}

const none: News = { added: 0, changed: [], left: [], waiting: 0 };

/** @param isWhole whether nothing stands behind the rows that were seen */
export const newsOf = (shown: RaRecord[], seen: RaRecord[], isWhole: boolean) => {
  const before = new Map(shown.map(row => [row.id, row]));
  const now = new Map(seen.map(row => [row.id, row]));
  // What stands behind the last row that was there has moved up.
  const lastSeen = seen.findLastIndex(({ id }) => before.has(id));
  const lastShown = shown.findLastIndex(({ id }) => now.has(id));
  const isNew = ({ id }: RaRecord, at: number) =>
    !before.has(id) && (lastSeen < 0 || isWhole || at < lastSeen);
  return {
    added: seen.filter(isNew).length,
    changed: shown.filter(({ id, rev }) => now.has(id) && now.get(id)?.rev !== rev).map(idOf),
    left: shown.filter(({ id }, at) => !now.has(id) && (isWhole || at < lastShown)).map(idOf),
  };
};

const idOf = ({ id }: RaRecord) => id;

const NewsContext = createContext(none);

/** Whether a row is marked, for its element; `changedRows` draws it. */
export const useRowNews = (id: Identifier | undefined) => {
  const { changed, left } = use(NewsContext);
  if (id === undefined) return undefined;
  if (left.includes(id)) return 'left';
  return changed.includes(id) ? 'changed' : undefined;
};

export const changedRows = {
  '& tr[data-news] > :first-of-type, & li[data-news]': {
    boxShadow: (theme: Theme) => `inset 3px 0 0 ${theme.palette.primary.main}`,
  },
  '& [data-news="left"] > *': { opacity: 0.55 },
} as const;

/** How soon a list is looked at again; by its rows where some are on the move. */
export type RefetchInterval = Pace | ((records: readonly never[]) => Pace);

export interface LiveListProps {
  /** In place of the pace by the settings. */
  refetchInterval?: RefetchInterval | undefined;
  /** What the list asks for besides. */
  meta: object | undefined;
  /** Its order is people's own, and the rows stay as they were read. */
  whole?: boolean;
  children: ReactNode;
}

/**
 * Looks quietly at the first page of the list, in its order and with its filters. Counts and rows with another version are
 * shown at once, and those rows are marked; nothing moves: new rows wait behind a button.
 */
export const LiveList = ({ refetchInterval, meta, whole = false, children }: LiveListProps) => {
  const {
    data,
    page,
    perPage,
    sort,
    filter,
    filterValues,
    error,
    refetch,
    setPage,
    isPlaceholderData,
  } = useListContext();
  const resource = useResourceContext() ?? '';
  const dataProvider = useDataProvider();
  const queryClient = useQueryClient();
  const [news, setNews] = useState(none);
  /** The rows as the last look has left them. */
  const left = useRef<RaRecord[]>(undefined);
  /** Where another page is shown: the first one, as it was first seen. */
  const first = useRef<{ of: string; rows: RaRecord[] }>(undefined);
  const question = {
    sort,
    filter: { ...(filterValues as object), ...(filter as object | undefined) },
  };
  const asked = (at: number) => ({ pagination: { page: at, perPage }, ...question, meta });
  const queryKey = [resource, 'getList', asked(page)];
  const pace = usePace();
  const isFollowed =
    typeof refetchInterval === 'function' && refetchInterval((data ?? []) as never[]);
  const every =
    isFollowed || (typeof refetchInterval === 'function' ? pace : (refetchInterval ?? pace));

  useLook({
    queryKey,
    look: () => dataProvider.getList(resource, { ...asked(1), meta: { ...meta, quiet: true } }),
    every: data && !error && !isPlaceholderData ? every : false,
    onAnswer: (seen: GetListResult) => {
      if (!data) return;
      const of = JSON.stringify(question);
      if (page > 1 && first.current?.of !== of) first.current = { of, rows: seen.data };
      const isFirst = page === 1;
      const isWhole = seen.data.length < perPage;
      const found = newsOf(isFirst ? data : (first.current?.rows ?? []), seen.data, isWhole);
      const isApplied = isFirst && !whole && !isBusy('tbody, li');
      const now = new Map(seen.data.map(row => [row.id, row]));
      const list = queryClient.setQueryData<GetListResult>(
        queryKey,
        shown =>
          shown && {
            ...shown,
            meta: seen.meta,
            ...(isFirst && { total: seen.total, pageInfo: seen.pageInfo }),
            ...(isApplied && { data: shown.data.map(row => now.get(row.id) ?? row) }),
          },
      );
      left.current = list?.data;
      setNews(before => ({
        added: found.added,
        // A row that is followed changes all the time.
        changed: isFirst && !isFollowed ? [...new Set([...before.changed, ...found.changed])] : [],
        left: isFirst ? found.left : [],
        waiting: isFirst && !isApplied ? found.changed.length : 0,
      }));
    },
  });

  // Rows that were read anew know of everything, and a look that is under way does not.
  useEffect(() => {
    if (data === left.current) return;
    left.current = data;
    setNews(none);
    void queryClient.cancelQueries({ queryKey: ['look', resource] });
  }, [data, queryClient, resource]);

  const show = () => {
    setNews(none);
    first.current = undefined;
    if (page > 1) setPage(1);
    else void refetch();
  };
  return (
    <>
      <NewsPill news={news} most={perPage} onShow={show} />
      <NewsContext value={news}>{children}</NewsContext>
    </>
  );
};

interface NewsPillProps {
  news: News;
  most: number;
  onShow: () => void;
}

/** Over the head of the rows, which do not move for it. */
const NewsPill = ({ news, most, onShow }: NewsPillProps) => {
  const { added, changed, left, waiting } = news;
  const translate = useTranslate();
  const resource = useResourceContext();
  const name = translate(`resources.${resource}.name`);
  const count = added < most ? String(added) : `${added}+`;
  const gone = left.length + waiting;
  return (
    <Box
      role="status"
      sx={{
        position: 'sticky',
        top: TOP_BAR_HEIGHT + 20,
        zIndex: 4,
        height: 0,
        display: 'flex',
        justifyContent: 'center',
      }}
    >
      {changed.length > 0 && (
        <Box component="span" sx={visuallyHidden}>
          {translate('list.live.changed', { count: changed.length })}
        </Box>
      )}
      {(added > 0 || gone > 0) && (
        <Button
          variant="contained"
          size="small"
          startIcon={<RefreshIcon />}
          onClick={onShow}
          sx={{ height: 28, borderRadius: 14, transform: 'translateY(-50%)', boxShadow: 2 }}
        >
          {added > 0
            ? translate('list.live.added', { count, name })
            : translate('list.live.left', { count: gone })}
        </Button>
      )}
    </Box>
  );
};

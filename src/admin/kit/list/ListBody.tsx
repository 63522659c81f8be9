import CloudOffIcon from '@mui/icons-material/CloudOffOutlined';
import FilterAltOffIcon from '@mui/icons-material/FilterAltOutlined';
import InboxIcon from '@mui/icons-material/InboxOutlined';
import { Alert, Box, Button, Skeleton } from '@mui/material';
import { type ReactNode, type RefCallback, useCallback, useEffect, useState } from 'react';
import {
  ListContextProvider,
  type RaRecord,
  useEvent,
  useListContext,
  useResourceContext,
  useResourceDefinition,
  useTranslate,
} from 'react-admin';
import { useNavigate } from 'react-router-dom';
import { isDamaged } from '#dataProvider/damaged.ts';
import { isRefusedQuestion } from '#dataProvider/dataProvider.ts';
import { ActionFailure } from '#dataProvider/invoke.ts';
import { loadTexts } from '#i18n/i18nProvider.ts';
import { ListState } from '../base/ListState.tsx';
import { CreateButton } from './CreateButton.tsx';
import { DamagedRecords } from './DamagedRecords.tsx';
import { useListFilters } from './ListFilters.tsx';
import { changedRows } from './LiveList.tsx';
import { SelectionScopeProvider } from './SelectionScope.tsx';

const ROWS = 8;
const ROW_HEIGHT = 57;

/** Most lists are there by then, and need not wait until this is drawn. */
const SHOWN_AFTER_MS = 80;

const TEXTS_AFTER_MS = 300;

/** As high as the rows, so that the layout does not shift. */
const ListLoading = () => {
  const [isShown, setIsShown] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsShown(true), SHOWN_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return isShown ? <Rows /> : <Box aria-busy sx={{ height: ROWS * ROW_HEIGHT + 1 }} />;
};

const Rows = () => (
  <Box aria-busy sx={{ borderTop: 1, borderColor: 'divider' }}>
    {Array.from({ length: ROWS }, (_, row) => (
      <Box
        key={row}
        sx={{
          display: 'flex',
          alignItems: 'center',
          gap: 2,
          height: ROW_HEIGHT,
          px: 2,
          borderBottom: 1,
          borderColor: 'divider',
        }}
      >
        <Skeleton variant="rounded" width={30} height={40} sx={{ flex: 'none' }} />
        <Box sx={{ flex: 1 }}>
          <Skeleton width={`${32 - ((row * 7) % 13)}%`} />
          <Skeleton width={`${22 - ((row * 5) % 9)}%`} />
        </Box>
        <Skeleton width="8%" />
        <Skeleton width="6%" sx={{ display: { xs: 'none', sm: 'block' } }} />
        <Skeleton width="10%" sx={{ display: { xs: 'none', sm: 'block' } }} />
      </Box>
    ))}
  </Box>
);

export interface ListBodyProps {
  children?: ReactNode;
  loading?: ReactNode;
  /** In place of the kit's own where no record is there at all; false for nothing. */
  empty?: ReactNode;
}

/** Loading, failed, empty and loaded each look different. */
export const ListBody = ({ children, loading, empty }: ListBodyProps) => {
  const list = useListContext();
  const { error, isPending, isPlaceholderData } = list;
  const [before, setBefore] = useState(list.data);
  if (list.data && list.data !== before) setBefore(list.data);
  // With their header and the filters, another question is a click away.
  const data = error instanceof ActionFailure ? (list.data ?? before) : list.data;
  const areBefore = isRefusedQuestion(error) || data !== list.data;
  const [body, isWide] = useTableFit();
  // react-admin makes another one for each page, and renders each row anew for it before the next rows arrive.
  const setSort = useEvent(list.setSort);
  useEffect(() => {
    if (isPending) return;
    // A list has its own; its rows do not wait for those of other resources, which their dialogs and pages need.
    const timer = setTimeout(() => void loadTexts().catch(() => undefined), TEXTS_AFTER_MS);
    return () => clearTimeout(timer);
  }, [isPending]);
  if (error && !data) return <ListFailed />;
  if (isPending) return loading ?? <ListLoading />;
  if (!data?.length || list.total === 0) return <ListEmpty empty={empty} />;
  const damaged = data.filter(isDamaged);
  return (
    <>
      {error && <ListStale areBefore={areBefore} />}
      {damaged.length > 0 && <DamagedRecords records={damaged} />}
      <Box
        ref={body}
        data-wide={isWide || undefined}
        aria-busy={isPlaceholderData}
        sx={{
          ...changedRows,
          opacity: isPlaceholderData || areBefore ? 0.6 : 1,
          transition: 'opacity 0.15s 0.1s',
        }}
      >
        <ListContextProvider
          value={
            {
              ...list,
              // Damaged records lack the columns' fields, so the table and the cards do not get them.
              data: damaged.length > 0 ? data.filter(record => !isDamaged(record)) : data,
              setSort,
            } as typeof list
          }
        >
          <SelectionScopeProvider>{children}</SelectionScopeProvider>
        </ListContextProvider>
      </Box>
    </>
  );
};

/**
 * Whether the table in an element is wider than it. Only then may it scroll sideways: what scrolls sideways keeps its
 * header from staying below the top bar. What lies below the columns that stay in sight (`fixedColumns` of the theme) is
 * said in attributes, which scrolling changes without a render.
 */
const useTableFit = (): [RefCallback<HTMLElement>, boolean] => {
  const [isWide, setIsWide] = useState(false);
  const ref = useCallback((element: HTMLElement | null) => {
    if (!element) return;
    const showBelow = () => {
      const scroller = element.querySelector('table')?.parentElement;
      const last = scroller?.querySelector<HTMLElement>('th:last-of-type');
      if (!scroller || !last) return;
      const { scrollLeft, clientWidth, scrollWidth } = scroller;
      const isMore = scrollLeft + clientWidth < scrollWidth - 1;
      const kept = scroller.querySelector('th.kept:not(:last-of-type)');
      const edge = last.getBoundingClientRect().left - 1;
      element.style.setProperty('--last-column', `${last.offsetWidth}px`);
      element.toggleAttribute('data-before', scrollLeft > 0);
      element.toggleAttribute('data-after', isMore);
      element.toggleAttribute(
        'data-kept',
        isMore && kept !== null && kept.getBoundingClientRect().right >= edge,
      );
    };
    const observer = new ResizeObserver(() => {
      const table = element.querySelector('table');
      // The element may be another one after the screen was narrow, or the list empty.
      if (table) observer.observe(table);
      setIsWide(table !== null && table.offsetWidth > element.clientWidth);
      showBelow();
    });
    observer.observe(element);
    element.addEventListener('scroll', showBelow, { capture: true, passive: true });
    return () => observer.disconnect();
  }, []);
  return [ref, isWide];
};

/** No record at all offers to create one; none that matches offers to clear the filters. */
const ListEmpty = ({ empty }: Pick<ListBodyProps, 'empty'>) => {
  const translate = useTranslate();
  const resource = useResourceContext();
  const { filters, clear } = useListFilters();
  const { hasCreate } = useResourceDefinition();
  if (Object.keys(filters).length > 0) {
    return (
      <ListState
        icon={<FilterAltOffIcon />}
        title={translate('list.noMatch.title')}
        text={translate('list.noMatch.text')}
        action={
          <Button variant="outlined" onClick={clear}>
            {translate('list.clearFilters')}
          </Button>
        }
      />
    );
  }
  if (empty !== undefined) return empty;
  return (
    <ListState
      icon={<InboxIcon />}
      title={translate(`resources.${resource}.empty.title`)}
      text={translate(`resources.${resource}.empty.text`)}
      action={hasCreate && <CreateButton />}
    />
  );
};

const RetryButton = () => {
  const { refetch, isFetching } = useListContext();
  const translate = useTranslate();
  return (
    <Button variant="outlined" size="small" loading={isFetching} onClick={() => void refetch()}>
      {translate('list.failed.retry')}
    </Button>
  );
};

/** A list that failed to load is not shown as empty. */
const ListFailed = () => {
  const translate = useTranslate();
  const { error } = useListContext<RaRecord, Error>();
  return (
    <ListState
      role="alert"
      icon={<CloudOffIcon />}
      title={translate('list.failed.title')}
      text={error?.message ?? ''}
      action={
        <>
          <RetryButton />
          <ClearQuestion />
        </>
      }
    />
  );
};

/** Records loaded before stay, marked as outdated, or as those of the question before. */
const ListStale = ({ areBefore }: { areBefore: boolean }) => {
  const translate = useTranslate();
  const { error } = useListContext<RaRecord, Error>();
  return (
    <Alert
      severity="warning"
      action={
        <>
          <RetryButton />
          <ClearQuestion />
        </>
      }
      sx={{ mx: 2, mb: 1.5 }}
    >
      {areBefore ? error?.message : translate('list.failed.stale')}
    </Alert>
  );
};

/** Back to what the list begins with, which the address says nothing of; after any other failure, without the filters. */
const ClearQuestion = () => {
  const translate = useTranslate();
  const navigate = useNavigate();
  const { error } = useListContext();
  const { filters, clear } = useListFilters();
  const isRefused = isRefusedQuestion(error);
  if (!isRefused && Object.keys(filters).length === 0) return null;
  return (
    <Button size="small" onClick={() => (isRefused ? void navigate({ search: '' }) : clear())}>
      {translate('list.clearFilters')}
    </Button>
  );
};

import TableIcon from '@mui/icons-material/TableViewOutlined';
import TuneIcon from '@mui/icons-material/Tune';
import { Box, Button, Card, Collapse, Popover } from '@mui/material';
import {
  Fragment,
  type ReactElement,
  type ReactNode,
  Suspense,
  use,
  useMemo,
  useRef,
  useState,
} from 'react';
import {
  ColumnsButton,
  FilterContext,
  ListBase,
  type ListBaseProps,
  type ListProps as RaListProps,
  Offline,
  Title,
  useFilterContext,
  useListContext,
  useNotify,
  useResourceDefinition,
  useTranslate,
} from 'react-admin';
import { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE } from '#contract/constants.ts';
import { loadTexts } from '#i18n/i18nProvider.ts';
import { Beside } from '../base/Beside.tsx';
import { useCan } from '../base/CanAccess.tsx';
import { elementsIn } from '../base/elements.ts';
import { usePhone, useUnchanged } from '../base/hooks.ts';
import { Later } from '../base/Later.tsx';
import type { ResourceOptions } from '../base/Resource.tsx';
import { StockFilterButton, StockFilterForm } from '../base/stock.ts';
import { usePace } from '../base/useLook.ts';
import { CreateButton } from './CreateButton.tsx';
import { ExportButton } from './ExportButton.tsx';
import { ListBody } from './ListBody.tsx';
import { ListFiltersProvider, useListFilters } from './ListFilters.tsx';
import { listQuery } from './listQuery.ts';
import { LiveList, type RefetchInterval } from './LiveList.tsx';
import { Pagination } from './Pagination.tsx';
import { CardList } from './RecordCard.tsx';
import { SavedViews } from './SavedViews.tsx';
import { SearchInput } from './SearchInput.tsx';
import { StatusTabs, type StatusTabsProps } from './StatusTabs.tsx';
import { TableEditContext } from './TableEditContext.ts';
import { ToolbarButton } from './ToolbarButton.tsx';

export interface ListProps
  extends
    Omit<ListBaseProps, 'children' | 'disableAuthentication' | 'empty' | 'loading' | 'render'>,
    Pick<RaListProps, 'actions' | 'aside' | 'empty' | 'pagination' | 'title'> {
  children?: ReactNode;
  /** The states its records may be in, as tabs at the head of the card; or other tabs. */
  statuses?: StatusTabsProps['choices'];
  tabs?: ReactNode;
  /** Has a `SearchInput`, or another one. */
  searchable?: boolean;
  search?: ReactNode;
  /** The kit's filters; or inputs, of which react-admin's button shows more. */
  filters?: ReactNode | ReactElement[];
  /** One record on a phone, from the record context, in place of the children. */
  card?: ReactNode;
  /** Asks for `meta.counts`, which the tabs show. */
  withCounts?: boolean;
  /** Asks for the addresses of the rows' thumbnails with the rows. */
  withPictures?: boolean;
  /** TanStack Query's, in place of the pace by the settings; false for a list that is not looked at again by itself. */
  refetchInterval?: RefetchInterval;
  /** Between the filters and the records. */
  above?: ReactNode;
  /** An `EditableTable`: a button puts it in place of the records. */
  editTable?: ReactNode;
  /** A skeleton in the shape of the records, if they are not rows. */
  loading?: ReactNode;
  /** A short list that people put in order: all of it on one page; see `useWholeList`. */
  whole?: boolean;
}

/**
 * react-admin's `List` in the common shape of all lists: one card with tabs, search and filters, records, pages.
 * Newest first where nothing else is said.
 */
export const List = ({
  sort = { field: 'createTime', order: 'DESC' },
  whole = false,
  perPage = whole ? MAX_PAGE_SIZE : DEFAULT_PAGE_SIZE,
  withCounts = false,
  withPictures = false,
  refetchInterval,
  queryOptions,
  statuses,
  tabs = statuses && <StatusTabs choices={statuses} />,
  searchable = false,
  search = searchable && <SearchInput />,
  filters,
  exporter,
  actions = <ListActions hasColumns={!whole} hasExport={Boolean(exporter)} />,
  pagination = !whole && <Pagination />,
  title,
  aside,
  empty,
  card,
  above,
  editTable,
  loading,
  children,
  ...base
}: ListProps) => {
  const isPhone = usePhone();
  const [isTable, setTable] = useState(false);
  const isOffered = Boolean(editTable);
  const tableEdit = useMemo(
    () => ({ isOffered, isOn: isTable, setOn: setTable }),
    [isOffered, isTable],
  );
  const isLive = usePace() !== false && refetchInterval !== false;
  const meta = useUnchanged(
    withCounts || withPictures || queryOptions?.meta
      ? {
          ...(withCounts && { withCounts }),
          ...(withPictures && { withPictures }),
          ...queryOptions?.meta,
        }
      : undefined,
  );
  const inputs = Array.isArray(filters) ? (filters as ReactElement[]) : undefined;
  const list = (
    <ListCard>
      <Box
        sx={{
          display: 'flex',
          // Where they do not fit beside each other the tabs have their own row; on a phone always.
          flexWrap: 'wrap',
          alignItems: 'center',
          justifyContent: 'space-between',
          columnGap: 1,
          pr: 1.5,
          borderBottom: 1,
          borderColor: 'divider',
          minHeight: 48,
        }}
      >
        {tabs ? (
          <Box sx={{ minWidth: 0, maxWidth: 1, flex: { xs: '1 1 100%', sm: '1 1 auto' } }}>
            <Later height={40}>{tabs}</Later>
          </Box>
        ) : (
          <span />
        )}
        <Box
          sx={{
            display: 'flex',
            flexWrap: 'wrap',
            justifyContent: 'flex-end',
            gap: 1,
            ml: 'auto',
            py: tabs ? 0.75 : 0,
          }}
        >
          {actions}
        </Box>
      </Box>
      {(search || (filters && !inputs)) && (
        <Later height={61}>
          <FilterBar search={search}>{!inputs && filters}</FilterBar>
        </Later>
      )}
      {inputs && (
        <Box sx={{ px: 2, py: 1 }}>
          <Suspense>
            <StockFilterForm />
          </Suspense>
        </Box>
      )}
      {above}
      {isTable ? (
        editTable
      ) : (
        <LiveList refetchInterval={refetchInterval} meta={meta} whole={whole}>
          <ListBody loading={loading} empty={empty}>
            {isPhone && card ? <CardList>{card}</CardList> : children}
          </ListBody>
        </LiveList>
      )}
      {pagination}
    </ListCard>
  );
  return (
    <ListBase
      {...base}
      {...(exporter !== undefined && { exporter })}
      sort={sort}
      perPage={perPage}
      queryOptions={{
        ...listQuery,
        // Coming back to the page moves no rows; a look says what is new.
        ...(isLive && { refetchOnWindowFocus: false }),
        ...queryOptions,
        ...(meta && { meta }),
      }}
      // The application around has asked already.
      disableAuthentication
    >
      <ListTitle title={title} />
      <FilterContext.Provider value={inputs}>
        <TableEditContext value={tableEdit}>
          {aside ? (
            <Beside aside={aside} width={320}>
              {list}
            </Beside>
          ) : (
            list
          )}
        </TableEditContext>
      </FilterContext.Provider>
    </ListBase>
  );
};

const ListTitle = ({ title }: Pick<ListProps, 'title'>) => {
  const { defaultTitle = '' } = useListContext();
  return <Title title={title} defaultTitle={defaultTitle} preferenceKey={false} />;
};

export interface ListActionsProps {
  /** False where records are no table. */
  hasColumns?: boolean;
  /** Has an `ExportButton`; by default where the back end exports, which leaves a row in the audit log. */
  hasExport?: boolean;
  /** Before the button that makes a new record. */
  children?: ReactNode;
}

/** react-admin's `ListActions`, with the views that people have saved. */
export const ListActions = ({
  hasColumns = true,
  hasExport = false,
  children,
}: ListActionsProps) => {
  const { options } = useResourceDefinition<ResourceOptions>();
  const isPhone = usePhone();
  const filters = useFilterContext();
  const translate = useTranslate();
  const { isOffered, isOn, setOn } = use(TableEditContext);
  const mayEdit = useCan()({ action: 'edit' });
  const notify = useNotify();
  const sayNoNetwork = () => notify('ra.notification.http_error', { type: 'error' });
  return (
    <>
      {filters && (
        <Suspense>
          <StockFilterButton />
        </Suspense>
      )}
      {!isPhone && hasColumns && !isOn && <ColumnsButton />}
      {!isPhone && isOffered && !isOn && mayEdit && (
        <ToolbarButton
          icon={<TableIcon fontSize="small" />}
          label={translate('list.editTable')}
          onClick={() => void loadTexts().then(() => setOn(true), sayNoNetwork)}
        />
      )}
      <SavedViews />
      {(hasExport || options?.isExportable) && <ExportButton />}
      {children}
      <CreateButton />
    </>
  );
};

/** Says so where there is no network and nothing was read before. */
const ListCard = ({ children }: { children: ReactNode }) => {
  const { isPaused, isPending, isPlaceholderData } = useListContext();
  return (
    <Card sx={{ position: 'relative', mt: '1em', overflow: 'inherit' }}>
      {isPaused && (isPending || isPlaceholderData) ? (
        <Offline />
      ) : (
        <ListFiltersProvider>{children}</ListFiltersProvider>
      )}
    </Card>
  );
};

/** What the search box and the tabs show themselves. */
const shownElsewhere = ['q', 'status', 'scene'];

/** For the bar of bulk actions, which covers the filters however many rows they take. */
const measureHeight = (filters: HTMLElement | null) => {
  if (!filters) return undefined;
  const observer = new ResizeObserver(() =>
    filters.parentElement?.style.setProperty('--filters-height', `${filters.offsetHeight}px`),
  );
  observer.observe(filters);
  return () => observer.disconnect();
};

/** Of more filters than `FEW` the first ones stand in the row; the others, while they are not set, behind a button. */
const FEW = 4;
const PINNED = 3;

interface FilterBarProps {
  search?: ReactNode;
  children?: ReactNode;
}

/** Search and filters in a row; on a phone all filters fold away behind a button that counts them. */
const FilterBar = ({ search, children }: FilterBarProps) => {
  const translate = useTranslate();
  const isPhone = usePhone();
  const { filters, clear, clears } = useListFilters();
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const set = Object.keys(filters);
  const count = set.filter(source => !shownElsewhere.includes(source)).length;
  const all = elementsIn(children) as ReactElement<{ source?: string }>[];
  const folded = all.length > FEW ? all.slice(PINNED) : [];
  const shown = all.filter(one => !folded.includes(one) || set.includes(one.props.source ?? ''));

  // What is typed there and not searched yet goes with the filters.
  const searchBox = <Fragment key={clears}>{search}</Fragment>;
  const clearButton = set.some(source => source === 'q' || !shownElsewhere.includes(source)) && (
    <Button size="small" onClick={clear}>
      {translate('list.clearFilters')}
    </Button>
  );
  if (!isPhone) {
    return (
      <Box
        ref={measureHeight}
        role="search"
        sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, px: 2, py: 1.5 }}
      >
        {searchBox}
        {shown}
        {folded.length > 0 && (
          <Button
            ref={button}
            variant="outlined"
            startIcon={<TuneIcon />}
            aria-haspopup="dialog"
            onClick={() => setOpen(true)}
          >
            {translate('list.filters')}
          </Button>
        )}
        {clearButton}
        <Popover
          open={open}
          anchorEl={() => button.current}
          onClose={() => setOpen(false)}
          anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
          slotProps={{ paper: { role: 'dialog', 'aria-label': translate('list.filters') } }}
        >
          <Box sx={{ display: 'grid', gap: 1, p: 2, width: 260, '&& > *': { width: 1 } }}>
            {folded}
          </Box>
        </Popover>
      </Box>
    );
  }
  return (
    <Box role="search" sx={{ p: 1.5 }}>
      <Box sx={{ display: 'flex', gap: 1 }}>
        <Box sx={{ flex: 1, minWidth: 0 }}>{searchBox}</Box>
        {children && (
          <Button
            variant="outlined"
            startIcon={<TuneIcon />}
            aria-expanded={open}
            onClick={() => setOpen(!open)}
          >
            {count > 0 ? translate('list.filterCount', { count }) : translate('list.filters')}
          </Button>
        )}
      </Box>
      <Collapse in={open}>
        <Box sx={{ display: 'grid', gridTemplateColumns: '1fr 1fr', gap: 1, pt: 1 }}>
          {children}
          {clearButton}
        </Box>
      </Collapse>
    </Box>
  );
};

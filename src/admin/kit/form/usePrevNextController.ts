import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  type ListParams,
  type RaRecord,
  useGetList,
  type UsePrevNextControllerProps,
  useRecordContext,
  useResourceContext,
  useStore,
} from 'react-admin';
import { useLocation, useNavigate } from 'react-router-dom';
import { DEFAULT_PAGE_SIZE } from '#contract/constants.ts';
import { equal } from '#dataProvider/sameValue.ts';
import { useCreatePath } from '../base/hooks.ts';

/** A list is read so long before it is asked for anew, unless something was changed meanwhile. */
const FRESH_MS = 5 * 60_000;

const NOTHING = {};

interface Asked {
  pagination: { page: number; perPage: number };
  sort: { field: string; order: 'ASC' | 'DESC' };
  filter: Record<string, unknown>;
  meta?: object;
}

interface Listed {
  data: RaRecord[];
}

/**
 * What the list itself has asked for, as far as that is stored; it may have asked for more (`meta`, its own `filter`). Of
 * a list that was left as it begins nothing is stored: then the last one with this record.
 */
const askedByList = (
  queryClient: QueryClient,
  resource: string,
  id: RaRecord['id'] | undefined,
  stored: Asked | undefined,
): Asked | undefined =>
  (queryClient
    .getQueryCache()
    .findAll({ queryKey: [resource, 'getList'] })
    .sort((one, other) => other.state.dataUpdatedAt - one.state.dataUpdatedAt)
    .find(({ queryKey, state }) => {
      const asked = queryKey[2] as Asked;
      return stored
        ? equal(asked.pagination, stored.pagination) &&
            equal(asked.sort, stored.sort) &&
            Object.entries(stored.filter).every(([name, value]) => equal(asked.filter[name], value))
        : (state.data as Listed | undefined)?.data.some(row => row.id === id);
    })?.queryKey[2] as Asked | undefined) ?? stored;

/** Another page of it; nothing while nothing is asked. */
const usePage = (resource: string, asked: Asked | false | undefined, page: number) =>
  useGetList(resource, asked ? { ...asked, pagination: { ...asked.pagination, page } } : {}, {
    enabled: Boolean(asked),
    staleTime: FRESH_MS,
    onError: () => undefined,
  });

/**
 * react-admin's `usePrevNextController`, over lists of any length: it reads the page of the list that the record is on,
 * and at its ends the one beside it, which then becomes the list's page. A record that has left the list keeps the
 * place that it had there.
 */
export const usePrevNextController = ({
  linkType,
  storeKey,
  sort = { field: 'createTime', order: 'DESC' },
  filter: always,
  filterDefaultValues = {},
  ...props
}: Omit<UsePrevNextControllerProps, 'limit' | 'queryOptions'>) => {
  const record = useRecordContext();
  const resource = useResourceContext(props) ?? '';
  const createPath = useCreatePath();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const queryClient = useQueryClient();
  const [stored, store] = useStore<Partial<ListParams>>(
    storeKey || `${resource}.listParams`,
    NOTHING,
  );
  const params = storeKey === false || Object.keys(stored).length === 0 ? undefined : stored;
  const [known, setKnown] = useState<{ id: RaRecord['id']; place: number; asked: Asked }>();
  const mine = known && known.id === record?.id ? known : undefined;
  const isGiven = Boolean(params ?? always) || storeKey === false;
  const asked =
    // Also when it has left that list.
    mine?.asked ??
    askedByList(
      queryClient,
      resource,
      record?.id,
      isGiven
        ? {
            pagination: { page: params?.page ?? 1, perPage: params?.perPage ?? DEFAULT_PAGE_SIZE },
            sort: { field: params?.sort ?? sort.field, order: params?.order ?? sort.order },
            filter: { ...(params?.filter ?? filterDefaultValues), ...always } as Asked['filter'],
          }
        : undefined,
    );
  const { page, perPage } = asked?.pagination ?? { page: 1, perPage: DEFAULT_PAGE_SIZE };

  const { data: own = [], total, pageInfo, isFetching } = usePage(resource, record && asked, page);
  const inOwn = own.findIndex(({ id }) => id === record?.id);
  const isLong = pageInfo?.hasNextPage ?? (total ?? 0) > page * perPage;
  const before = usePage(resource, page > 1 && own.length > 0 && inOwn < 1 && asked, page - 1);
  const after = usePage(resource, isLong && inOwn === own.length - 1 && asked, page + 1);

  const rows = [...(before.data ?? []), ...own, ...(after.data ?? [])];
  /** The place of the first of these in the whole list, which begins at 0. */
  const first = (page - 1) * perPage - (before.data?.length ?? 0);
  const found = rows.findIndex(({ id }) => id === record?.id);
  if (record && asked && found >= 0 && mine?.place !== first + found)
    setKnown({ id: record.id, place: first + found, asked });
  const left = mine ? mine.place - first : -1;
  const isLeft = found < 0 && left >= 0;
  const prev = isLeft ? rows[left - 1] : rows[found - 1];
  const next = isLeft ? rows[left] : found < 0 ? undefined : rows[found + 1];
  const type = linkType ?? (pathname.startsWith(`/${resource}/edit/`) ? 'edit' : 'show');
  const pathOf = (to: RaRecord | undefined) => to && createPath({ resource, type, id: to.id });
  /** In place of the page: one step back leads to the list, which then opens at the page of that record. */
  const goTo = (to: RaRecord | undefined): boolean => {
    if (!to) return false;
    const itsPage = Math.floor((first + rows.indexOf(to)) / perPage) + 1;
    if (asked && storeKey !== false && itsPage !== page) {
      const { field, order } = asked.sort;
      store({ filter: {}, ...params, sort: field, order, perPage, page: itsPage });
    }
    void navigate(pathOf(to) ?? '', { replace: true, state: { _scrollToTop: true } });
    return true;
  };
  return {
    hasPrev: prev !== undefined,
    hasNext: next !== undefined,
    prevPath: pathOf(prev),
    nextPath: pathOf(next),
    index: found < 0 ? undefined : first + found,
    total,
    isFetching,
    goToPrev: () => goTo(prev),
    goToNext: () => goTo(next),
    /** The next one in the list for which this holds, or else the first. */
    goToNextOf: (waits: (record: RaRecord) => boolean): boolean => {
      const others = rows.filter(one => one.id !== record?.id && waits(one));
      const later = (one: RaRecord) => rows.indexOf(one) >= (isLeft ? left : found);
      return goTo(others.find(later) ?? others[0]);
    },
  };
};

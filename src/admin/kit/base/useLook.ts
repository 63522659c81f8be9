import {
  type QueryKey,
  useQuery,
  useQueryClient,
  type UseQueryOptions,
} from '@tanstack/react-query';
import { use, useEffect, useSyncExternalStore } from 'react';
import { type RaRecord, useDataProvider, useEvent } from 'react-admin';
import { ActionFailure } from '#dataProvider/invoke.ts';
import { useSystemSettings } from '../../../shared/settings.ts';
import { QuietLooksContext } from './QuietLooksContext.ts';

/** How long between two looks, in milliseconds; false for never, as TanStack Query says it. */
export type Pace = number | false;

/** The pace by the settings. */
export const usePace = (): Pace => {
  const { everySec } = useSystemSettings().looks;
  return everySec > 0 && everySec * 1_000;
};

export interface LookOptions<T> {
  /** Of what the screen shows. */
  queryKey: QueryKey;
  /** A quiet call (docs/specification.md#calls). */
  look: () => Promise<T>;
  every: Pace;
  /** Called with each answer; with those that say the same, too. */
  onAnswer: (seen: T) => void;
}

/**
 * Looks again and again at what the screen shows, while the page is visible and there is a network, one look at a time;
 * also when the page is visible again. A refused look is the last one, as is one that finds the session over.
 */
export const useLook = <T>({ queryKey, look, every, onAnswer }: LookOptions<T>) => {
  const { subscribe, haveEnded } = use(QuietLooksContext);
  const areOver = useSyncExternalStore(subscribe, haveEnded);
  const answered = useEvent(onAnswer);
  const { data, dataUpdatedAt } = useQuery<T | null>({
    queryKey: ['look', ...queryKey],
    queryFn: look,
    // The screen has just read it itself.
    initialData: null,
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
    enabled: every !== false && !areOver,
    // oxlint-disable-next-line eslint-js/no-restricted-syntax
    refetchInterval: ({ state }) => !isRefusal(state.error) && every,
    refetchOnWindowFocus: ({ state }) =>
      !isRefusal(state.error) && Date.now() - state.dataUpdatedAt > Number(every) && 'always',
    refetchOnReconnect: false,
  });
  useEffect(() => {
    if (data !== null) answered(data as T);
  }, [data, dataUpdatedAt, answered]);
};

const isRefusal = (error: unknown) => error instanceof ActionFailure && error.body.code < 50_000;

/** Whether what is shown must stay as it is: a dialog is about it, or words are being typed in this part of it. */
export const isBusy = (part: string) => {
  const { activeElement: at } = document;
  const isTyping = at?.matches('input:not([type=checkbox]), textarea') && at.closest(part) !== null;
  return isTyping || document.querySelector('.MuiModal-root:not(.MuiModal-hidden)') !== null;
};

interface LookedQueryOptions<T> extends Omit<UseQueryOptions<T>, 'queryFn' | 'refetchInterval'> {
  read: (options: { quiet?: boolean }) => Promise<T>;
  /** By what was read, too. */
  every: Pace | ((data: T) => Pace);
}

/** TanStack Query's `useQuery`, read again by quiet calls: `refetchInterval` would be taken for a person's. */
export const useLookedQuery = <T>({ read, every, ...options }: LookedQueryOptions<T>) => {
  const queryClient = useQueryClient();
  const { queryKey } = options;
  const query = useQuery<T>({ ...options, queryFn: () => read({}) });
  useLook({
    queryKey,
    look: () => read({ quiet: true }),
    every: query.data !== undefined && (typeof every === 'function' ? every(query.data) : every),
    onAnswer: seen => queryClient.setQueryData(queryKey, seen),
  });
  return query;
};

interface LookedOneOptions<R> {
  id: string;
  every: LookedQueryOptions<R>['every'];
  enabled?: boolean;
  staleTime?: number;
}

/** react-admin's `useGetOne` for a record beside the one of the page, read again by quiet calls. */
export const useLookedOne = <R extends RaRecord>(
  resource: string,
  { id, ...options }: LookedOneOptions<R>,
) => {
  const dataProvider = useDataProvider();
  return useLookedQuery<R>({
    // The key of `useGetOne`.
    queryKey: [resource, 'getOne', { id, meta: undefined }],
    read: async meta => (await dataProvider.getOne<R>(resource, { id, meta })).data,
    ...options,
  });
};

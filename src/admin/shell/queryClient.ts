import { hashKey, matchQuery, MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import type { Store } from 'react-admin';
import { permissionsOfTab } from '#authProvider/permissions.ts';
import { isRefusedQuestion } from '#dataProvider/dataProvider.ts';
import { PlatformFailure } from '#dataProvider/platformFailure.ts';
import { todoKey } from '../resources/todo/index.ts';

/** The request ids of recent failures by their message, which is all that a notification carries. */
const requestIds = new Map<string, string>();

export const requestIdOf = (sentence: string) => requestIds.get(sentence);

const remember = (error: unknown) => {
  const { message, requestId, body } = error as Error & {
    requestId?: string;
    body?: { requestId?: string };
  };
  const id = body?.requestId ?? requestId;
  if (id) requestIds.set(message, id);
  else requestIds.delete(message);
};

/** A refusal would be repeated; only a network failure is worth a retry. */
const retry = (failures: number, error: Error) =>
  failures < 1 && error instanceof PlatformFailure && error.code === 'NETWORK';

/** A list remembers its order and filters before it knows whether it has them, and would begin with them for ever. */
const forgetQuestion = (store: Store, error: unknown, [resource, method]: readonly unknown[]) => {
  if (method === 'getList' && isRefusedQuestion(error))
    store.removeItem(`${String(resource)}.listParams`);
};

/** @param store where react-admin keeps how lists were left */
export const createQueryClient = (store: Store) => {
  const queryCache = new QueryCache({
    onError: (error, { queryKey }) => {
      remember(error);
      forgetQuestion(store, error, queryKey);
    },
  });
  // Its own hashes the key anew for every query that it passes, and react-admin asks once for each avatar of a page.
  const findAny = queryCache.find.bind(queryCache) as typeof queryCache.find;
  queryCache.find = filters => {
    if (filters.exact === false) return findAny(filters);
    const query = queryCache.get(hashKey(filters.queryKey));
    return query && matchQuery(filters, query) ? (query as never) : undefined;
  };
  const client = new QueryClient({
    queryCache,
    mutationCache: new MutationCache({
      onError: remember,
      // What waits may be done by it: it is asked for anew with the next page.
      onSuccess: () => void client.invalidateQueries({ queryKey: todoKey, refetchType: 'none' }),
    }),
    defaultOptions: {
      queries: { retry, retryDelay: 800 },
      // Saves that wait for the network can be cancelled (see `WaitingSaves`); everything else fails at once.
      mutations: { networkMode: 'always' },
    },
  });
  // The application is shown to those who have signed in: react-admin need not wait to hear it.
  client.setQueryData(['auth', 'checkAuth', {}], true);
  client.setQueryData(['auth', 'getPermissions', {}], permissionsOfTab().role);
  return client;
};

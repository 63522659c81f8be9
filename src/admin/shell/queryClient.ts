import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { PlatformFailure } from '#dataProvider/invoke.ts';

/** The request numbers of recent failures by their sentence, which is all that a notification carries. */
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

/** What the server has refused it refuses again; only a network that failed is worth a second try. */
const retry = (failures: number, error: Error) =>
  failures < 1 && error instanceof PlatformFailure && error.code === 'NETWORK';

export const createQueryClient = () =>
  new QueryClient({
    queryCache: new QueryCache({ onError: remember }),
    mutationCache: new MutationCache({ onError: remember }),
    defaultOptions: {
      queries: { retry, retryDelay: 800 },
      // What waits for the network says so and can be given up (see `WaitingSaves`); the rest fails at once.
      mutations: { networkMode: 'always' },
    },
  });

import { useGetList } from 'react-admin';
import { useCan } from '../../kit/base/CanAccess.tsx';
import type { MessageRecord } from './messageRecord.ts';
import { refreshEvery } from './refreshEvery.ts';

interface About {
  /** `orders/ord_1`; several with one call. */
  subjects: readonly string[];
  event?: MessageRecord['event'];
  /** So many at most, the newest first. */
  count: number;
}

/** The messages about some records, read again while one of them waits. */
export const useMessagesAbout = ({ subjects, event, count }: About) =>
  useGetList<MessageRecord>(
    'messages',
    {
      filter: { subjects, ...(event && { event }) },
      pagination: { page: 1, perPage: count },
      sort: { field: 'createTime', order: 'DESC' },
    },
    {
      enabled: useCan()('messages.read') && subjects.length > 0,
      refetchInterval: ({ state }) => refreshEvery(state.data?.data ?? []),
      onError: () => undefined,
    },
  );

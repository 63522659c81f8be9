import { useDataProvider } from 'react-admin';
import { useCan } from '../../kit/base/CanAccess.tsx';
import { useLookedQuery } from '../../kit/base/useLook.ts';
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
export const useMessagesAbout = ({ subjects, event, count }: About) => {
  const dataProvider = useDataProvider();
  const params = {
    filter: { subjects, ...(event && { event }) },
    pagination: { page: 1, perPage: count },
    sort: { field: 'createTime', order: 'DESC' },
  } as const;
  const {
    data: { data, total } = {},
    error,
    refetch,
  } = useLookedQuery({
    queryKey: ['messages', 'getList', params],
    read: meta => dataProvider.getList<MessageRecord>('messages', { ...params, meta }),
    enabled: useCan()('messages.read') && subjects.length > 0,
    every: ({ data }) => refreshEvery(data),
  });
  return { data, total, error, refetch };
};

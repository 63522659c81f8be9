import { Switch } from '@mui/material';
import {
  type RaRecord,
  useGetRecordRepresentation,
  useNotify,
  useResourceContext,
  useTranslate,
  useUpdate,
} from 'react-admin';
import { useCan } from '../base/CanAccess.tsx';
import { useDataProvider, useRecord } from '../base/hooks.ts';

export interface RecordSwitchProps<V> {
  source: string;
  off: V;
  on: V;
  label: string;
  /** Answers the record as it is stored then. */
  send: (value: V) => Promise<RaRecord>;
}

/** One field of the record around: switches at once, and back with a message if the server refuses. */
export const RecordSwitch = <V,>({ source, off, on, label, send }: RecordSwitchProps<V>) => {
  const notify = useNotify();
  const resource = useResourceContext() ?? '';
  const record = useRecord();
  const mayEdit = useCan()({ action: 'edit' });
  const [update] = useUpdate<RaRecord>(
    resource,
    {},
    {
      mutationMode: 'optimistic',
      mutationFn: params => send((params as { data: Record<string, V> }).data[source] as V),
      onError: error => notify((error as Error).message, { type: 'error' }),
    },
  );
  return (
    <Switch
      size="small"
      disabled={!mayEdit}
      checked={record[source] === on}
      onClick={event => event.stopPropagation()}
      onChange={({ target }) =>
        void update(resource, {
          id: record.id,
          data: { [source]: target.checked ? on : off },
          previousData: record,
        })
      }
      slotProps={{ input: { 'aria-label': label, role: 'switch' } }}
    />
  );
};

/** The recommended flag of a record. */
export const RecommendSwitch = () => {
  const translate = useTranslate();
  const dataProvider = useDataProvider();
  const resource = useResourceContext() ?? '';
  const record = useRecord();
  const name = String(useGetRecordRepresentation(resource)(record));
  return (
    <RecordSwitch
      source="isRecommend"
      off={false}
      on
      label={translate('list.recommend', { name })}
      send={async isRecommend =>
        (await dataProvider.setRecommend(resource, { id: record.id, isRecommend })).data
      }
    />
  );
};

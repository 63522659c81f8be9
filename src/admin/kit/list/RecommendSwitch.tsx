import { Switch } from '@mui/material';
import {
  type Identifier,
  type RaRecord,
  useDataProvider,
  useGetRecordRepresentation,
  useNotify,
  useRecordContext,
  useResourceContext,
  useTranslate,
  useUpdate,
} from 'react-admin';
import type { AdminDataProvider } from '#dataProvider/dataProvider.ts';
import { useMayAccess } from '../base/CanAccess.tsx';

/** The recommended flag of a record: switches at once, and back with a message if the server refuses. */
export const RecommendSwitch = () => {
  const translate = useTranslate();
  const notify = useNotify();
  const dataProvider = useDataProvider<AdminDataProvider>();
  const resource = useResourceContext() ?? '';
  const record = useRecordContext();
  const name = String(useGetRecordRepresentation(resource)(record));
  const mayEdit = useMayAccess()({ action: 'edit' });
  const [update] = useUpdate<RaRecord>(
    resource,
    {},
    {
      mutationMode: 'optimistic',
      mutationFn: async params => {
        const { id, data } = params as { id: Identifier; data: { isRecommend: boolean } };
        const answer = await dataProvider.setRecommend(resource, {
          id,
          isRecommend: data.isRecommend,
        });
        return answer.data;
      },
      onError: error => notify((error as Error).message, { type: 'error' }),
    },
  );
  if (!record) return null;
  return (
    <Switch
      size="small"
      disabled={!mayEdit}
      checked={record['isRecommend'] === true}
      onClick={event => event.stopPropagation()}
      onChange={({ target }) =>
        void update(resource, {
          id: record.id,
          data: { isRecommend: target.checked },
          previousData: record,
        })
      }
      slotProps={{
        input: { 'aria-label': translate('list.recommend', { name }), role: 'switch' },
      }}
    />
  );
};

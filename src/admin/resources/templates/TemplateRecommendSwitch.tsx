import { Switch } from '@mui/material';
import {
  type Identifier,
  useDataProvider,
  useNotify,
  useRecordContext,
  useTranslate,
  useUpdate,
} from 'react-admin';
import type { Template } from '#contract/template.ts';
import type { AdminDataProvider } from '#dataProvider/dataProvider.ts';
import type { RecordOf } from '../../record.ts';

/** Moves at once; moves back, with a message, if the server says no. */
export const TemplateRecommendSwitch = () => {
  const translate = useTranslate();
  const notify = useNotify();
  const dataProvider = useDataProvider<AdminDataProvider>();
  const record = useRecordContext<RecordOf<Template>>();
  const [update] = useUpdate<RecordOf<Template>>(
    'templates',
    {},
    {
      mutationMode: 'optimistic',
      mutationFn: async params => {
        const { id, data } = params as { id: Identifier; data: Partial<Template> };
        const isRecommend = data.isRecommend === true;
        const answer = await dataProvider.setRecommend('templates', { id, isRecommend });
        return answer.data as RecordOf<Template>;
      },
      onError: error => notify((error as Error).message, { type: 'error' }),
    },
  );
  if (!record) return null;
  return (
    <Switch
      size="small"
      checked={record.isRecommend}
      onClick={event => event.stopPropagation()}
      onChange={({ target }) =>
        void update('templates', {
          id: record.id,
          data: { isRecommend: target.checked },
          previousData: record,
        })
      }
      slotProps={{
        input: {
          'aria-label': translate('resources.templates.recommend', { name: record.name }),
          role: 'switch',
        },
      }}
    />
  );
};

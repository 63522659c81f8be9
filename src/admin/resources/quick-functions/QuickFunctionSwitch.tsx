import { Switch } from '@mui/material';
import { type Identifier, useNotify, useTranslate, useUpdate } from 'react-admin';
import { saveKey } from '#dataProvider/dataProvider.ts';
import { useInvoke } from '../../kit/base/InvokeContext.ts';
import { useRecord } from '../../kit/base/record.ts';
import { useWaitingSaves } from '../../kit/base/WaitingSavesContext.ts';
import type { QuickFunctionRecord } from './quickFunction.ts';

/** Switches at once, and back with a message if the server refuses. */
export const QuickFunctionSwitch = () => {
  const translate = useTranslate();
  const notify = useNotify();
  const invoke = useInvoke();
  const { send } = useWaitingSaves();
  const record = useRecord<QuickFunctionRecord>();
  const [update] = useUpdate<QuickFunctionRecord>(
    'templates/quick-functions',
    {},
    {
      mutationMode: 'optimistic',
      mutationFn: async params => {
        const { id, data } = params as { id: Identifier; data: QuickFunctionRecord };
        const { _id, ...fields } = await send(saveKey('templates/quick-functions', id), () =>
          invoke('adminQuickFunction', 'setQuickFunctionStatus', {
            id: String(id),
            status: data.status,
          }),
        );
        return { ...fields, id: _id };
      },
      onError: error => notify((error as Error).message, { type: 'error' }),
    },
  );
  return (
    <Switch
      size="small"
      checked={record.status === 'enabled'}
      onChange={({ target }) =>
        void update('templates/quick-functions', {
          id: record.id,
          data: { status: target.checked ? 'enabled' : 'disabled' },
          previousData: record,
        })
      }
      slotProps={{
        input: {
          role: 'switch',
          'aria-label': translate('resources.templates/quick-functions.enable', {
            title: record.title,
          }),
        },
      }}
    />
  );
};

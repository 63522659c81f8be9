import { Box, Switch } from '@mui/material';
import type { ReactNode } from 'react';
import { type Identifier, useNotify, useUpdate } from 'react-admin';
import { quickTargets } from '#contract/quickFunction.ts';
import { saveKey } from '#dataProvider/dataProvider.ts';
import { formatCount } from '../../../shared/count.ts';
import { minuteOf } from '../../../shared/time.ts';
import { DeleteButton } from '../../kit/action/DeleteButton.tsx';
import { EditButton } from '../../kit/action/EditButton.tsx';
import { useCan } from '../../kit/base/CanAccess.tsx';
import { useDataProvider, useRecord, useTexts } from '../../kit/base/hooks.ts';
import { useNow } from '../../kit/base/useNow.ts';
import { useWaitingSaves } from '../../kit/base/WaitingSavesContext.ts';
import { PictureTile } from '../../kit/field/PictureTile.tsx';
import { oneLine, Quiet, SmallChip } from '../../kit/field/valueFields.tsx';
import { OrderedRow } from '../../kit/list/OrderedRow.tsx';
import { type QuickFunctionRecord, scheduleAt } from './quickFunction.ts';
import { QuickFunctionDialog } from './QuickFunctionDialog.tsx';

export const QuickFunctionRow = ({ order }: { order?: ReactNode }) => {
  const record = useRecord<QuickFunctionRecord>();
  return (
    <OrderedRow
      order={order}
      name={<TitleAndTarget record={record} />}
      count={formatCount(record.clickCount)}
      status={<QuickFunctionSwitch />}
      time={<ScheduleText record={record} />}
      actions={
        <Box sx={{ display: 'inline-flex' }}>
          <EditButton dialog={<QuickFunctionDialog record={record} />} />
          <DeleteButton
            confirmContent={(t, { clickCount: count }: QuickFunctionRecord) => [
              t('effect'),
              count > 0 && t('clicks', { count: formatCount(count) }),
            ]}
          />
        </Box>
      }
    />
  );
};

const TitleAndTarget = ({ record }: { record: QuickFunctionRecord }) => {
  const t = useTexts('resources.templates/quick-functions');
  const { icon, title, badge, targetType, targetName, targetDead, path, appid } = record;
  const target = targetName || path || appid;
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5, minWidth: 0 }}>
      <PictureTile src={icon} name={title} />
      <Box sx={{ minWidth: 0 }}>
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.75, fontWeight: 500 }}>
          <Box component="span" title={title} sx={{ ...oneLine, minWidth: 0 }}>
            {title}
          </Box>
          {badge && <SmallChip label={badge} color="error" variant="outlined" />}
          {targetDead && <SmallChip label={t('dead')} color="warning" variant="outlined" />}
        </Box>
        <Quiet title={target} tiny sx={{ ...oneLine }}>
          {quickTargets[targetType].label}
          {target && ` · ${target}`}
        </Quiet>
      </Box>
    </Box>
  );
};

const ScheduleText = ({ record }: { record: QuickFunctionRecord }) => {
  const t = useTexts('resources.templates/quick-functions');
  const now = useNow();
  const { startTime, endTime } = record;
  const from = startTime === null ? '' : minuteOf(startTime).replace('T', ' ');
  const to = endTime === null ? '' : minuteOf(endTime).replace('T', ' ');
  return (
    <Box
      component="span"
      title={from || to ? t('schedule.range', { from: from || '…', to: to || '…' }) : ''}
      sx={{ fontSize: '0.8125rem' }}
    >
      {t(`schedule.${scheduleAt(record, now)}`)}
    </Box>
  );
};

/** Switches at once, and back with a message if the server refuses. */
const QuickFunctionSwitch = () => {
  const t = useTexts('resources.templates/quick-functions');
  const notify = useNotify();
  const { invoke } = useDataProvider();
  const { send } = useWaitingSaves();
  const record = useRecord<QuickFunctionRecord>();
  const mayEdit = useCan()('templates.write');
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
      disabled={!mayEdit}
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
          'aria-label': t('enable', { title: record.title }),
        },
      }}
    />
  );
};

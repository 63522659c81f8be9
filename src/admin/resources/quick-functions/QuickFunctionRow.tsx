import { Box, Chip } from '@mui/material';
import { type ReactNode } from 'react';
import { useRecordContext } from 'react-admin';
import { quickTargets } from '#contract/quickFunction.ts';
import { minuteOf } from '../../../shared/time.ts';
import { DeleteRecordButton } from '../../kit/action/DeleteRecordButton.tsx';
import { EditRecordButton } from '../../kit/action/EditRecordButton.tsx';
import { useRecord } from '../../kit/base/record.ts';
import { useNow } from '../../kit/base/useNow.ts';
import { useTexts } from '../../kit/base/useTexts.ts';
import { oneLine } from '../../kit/field/OneLine.tsx';
import { PictureTile } from '../../kit/field/PictureTile.tsx';
import { OrderedRow } from '../../kit/list/OrderedRow.tsx';
import { type QuickFunctionRecord, scheduleAt } from './quickFunction.ts';
import { QuickFunctionDialog } from './QuickFunctionDialog.tsx';
import { QuickFunctionSwitch } from './QuickFunctionSwitch.tsx';

export const QuickFunctionRow = ({ order }: { order?: ReactNode }) => {
  const record = useRecord<QuickFunctionRecord>();
  return (
    <OrderedRow
      order={order}
      name={<TitleAndTarget record={record} />}
      count={record.clickCount.toLocaleString('zh-CN')}
      status={<QuickFunctionSwitch />}
      time={<ScheduleText record={record} />}
      actions={
        <Box sx={{ display: 'inline-flex' }}>
          <EditRecordButton dialog={<QuickFunctionDialog record={record} />} />
          <QuickFunctionDeleteButton />
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
          {badge && <Chip label={badge} color="error" variant="outlined" sx={small} />}
          {targetDead && <Chip label={t('dead')} color="warning" variant="outlined" sx={small} />}
        </Box>
        <Box title={target} sx={{ ...oneLine, color: 'text.secondary', fontSize: '0.75rem' }}>
          {quickTargets[targetType].label}
          {target && ` · ${target}`}
        </Box>
      </Box>
    </Box>
  );
};

const small = { height: 18, fontSize: '0.6875rem', flex: 'none' } as const;

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

const QuickFunctionDeleteButton = () => {
  const t = useTexts('resources.templates/quick-functions');
  const count = useRecordContext<QuickFunctionRecord>()?.clickCount ?? 0;
  return (
    <DeleteRecordButton
      facts={[
        t('delete.effect'),
        count > 0 && t('delete.clicks', { count: count.toLocaleString('zh-CN') }),
      ]}
    />
  );
};

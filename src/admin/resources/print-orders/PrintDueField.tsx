import { Box, Tooltip } from '@mui/material';
import { slaStatuses } from '#contract/printOrderStates.ts';
import { duration, exactTime } from '../../../shared/time.ts';
import { useRecord, useTexts } from '../../kit/base/hooks.ts';
import { useNow } from '../../kit/base/useNow.ts';
import { None, Quiet } from '../../kit/field/valueFields.tsx';
import type { PrintRecord } from './printOrder.ts';

const SOON_MS = 12 * 3_600_000;

/** How long until it is to be sent, or since when it should have been. */
export const PrintDueField = () => {
  const t = useTexts('resources.print-orders.due');
  const { status, slaTime } = useRecord<PrintRecord>();
  const now = useNow();
  if (status === 'on_hold') return <Quiet>{t('held')}</Quiet>;
  if (slaTime === null || !slaStatuses.includes(status)) return <None />;
  const left = slaTime - now;
  return (
    <Tooltip title={exactTime(slaTime)}>
      <Box
        component="time"
        dateTime={new Date(slaTime).toISOString()}
        sx={{
          color: left <= 0 ? 'error.main' : left < SOON_MS ? 'warning.main' : undefined,
          fontWeight: left <= 0 ? 500 : undefined,
        }}
      >
        {t(left <= 0 ? 'late' : 'left', { time: duration(Math.abs(left)) })}
      </Box>
    </Tooltip>
  );
};

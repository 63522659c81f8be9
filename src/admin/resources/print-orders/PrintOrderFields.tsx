import { Box, Tooltip } from '@mui/material';
import { type Carrier, carriers } from '#contract/carriers.ts';
import { logisticsStatuses, type PrintOrder } from '#contract/printOrder.ts';
import { slaStatuses } from '#contract/printOrderStates.ts';
import { duration, exactTime } from '../../../shared/time.ts';
import { useRecord, useTexts } from '../../kit/base/hooks.ts';
import { useNow } from '../../kit/base/useNow.ts';
import { None, Quiet, StatusLabel } from '../../kit/field/valueFields.tsx';
import type { PrintRecord } from './printOrder.ts';

export const carrierLabel = (key: string) => carriers[key as Carrier]?.label ?? key;

export const PrintExpressField = () => {
  const record = useRecord<PrintOrder>();
  if (!record.expressNo) return <None />;
  return (
    <Box sx={{ whiteSpace: 'nowrap' }}>
      <div>{carrierLabel(record.expressCompany)}</div>
      <Quiet tiny>{record.expressNo}</Quiet>
      <LogisticsField order={record} />
    </Box>
  );
};

/** Where the parcel is; nothing before it was asked for. */
export const LogisticsField = ({ order }: { order: PrintRecord }) => {
  const { status } = order.logistics;
  return status === 'none' ? null : <StatusLabel {...logisticsStatuses[status]} />;
};

const SOON_MS = 12 * 3_600_000;

/** How long until it is to be sent, or since when it should have been. */
export const PrintDueField = () => {
  const t = useTexts('resources.print-orders.due');
  const { status, slaTime } = useRecord<PrintOrder>();
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

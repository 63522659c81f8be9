import { Box } from '@mui/material';
import { useRecordContext, useTranslate } from 'react-admin';
import { dayOf } from '../../../shared/time.ts';
import { OneLine } from '../../kit/field/OneLine.tsx';
import { useNow } from '../../kit/base/useNow.ts';
import { BatchProgress } from './BatchProgress.tsx';
import { CodeBar } from './CodeBar.tsx';
import type { BatchRecord } from './records.ts';

const quiet = { color: 'text.secondary', fontSize: '0.8125rem' } as const;
const SOON_MS = 7 * 86_400_000;

export const BatchNameField = () => {
  const record = useRecordContext<BatchRecord>();
  if (!record) return null;
  return (
    <>
      <OneLine text={record.name} width={220} strong />
      <Box sx={quiet}>{record.batchNo}</Box>
    </>
  );
};

/** What one code is worth. */
export const BatchGrantField = () => {
  const translate = useTranslate();
  const record = useRecordContext<BatchRecord>();
  if (!record) return null;
  const credits = record.credits + record.giftCredits;
  return (
    <>
      {record.packageName && <OneLine text={record.packageName} width={160} />}
      <Box sx={record.packageName ? quiet : undefined}>
        {[
          credits > 0 &&
            translate('resources.activation-codes.credits', {
              credits: credits.toLocaleString('zh-CN'),
            }),
          record.days > 0 && translate('resources.activation-codes.days', { days: record.days }),
        ]
          .filter(Boolean)
          .join(' · ')}
      </Box>
    </>
  );
};

export const BatchUseField = () => {
  const record = useRecordContext<BatchRecord>();
  if (!record) return null;
  return (
    <Box sx={{ minWidth: 140 }}>
      {record.job ? <BatchProgress batch={record} /> : <CodeBar counts={record.counts} />}
    </Box>
  );
};

export const BatchExpiryField = () => {
  const translate = useTranslate();
  const now = useNow();
  const record = useRecordContext<BatchRecord>();
  if (!record) return null;
  const { expireTime, status } = record;
  const late = expireTime <= now;
  const soon = !late && expireTime - now < SOON_MS && status === 'active';
  return (
    <Box
      sx={{
        whiteSpace: 'nowrap',
        color: soon ? 'warning.main' : late ? 'text.secondary' : undefined,
      }}
    >
      {dayOf(expireTime)}
      {late && ` ${translate('resources.activation-codes.expired')}`}
    </Box>
  );
};

import { Box, LinearProgress } from '@mui/material';
import { useEffect } from 'react';
import { useRefresh } from 'react-admin';
import { formatCount } from '../../../shared/count.ts';
import { dayOf } from '../../../shared/time.ts';
import { useCan } from '../../kit/base/CanAccess.tsx';
import { useRecord, useTexts } from '../../kit/base/hooks.ts';
import { useAnswer } from '../../kit/base/useAnswer.ts';
import { useNow } from '../../kit/base/useNow.ts';
import { OneLine, Quiet } from '../../kit/field/valueFields.tsx';
import { CodeBar } from './CodeBar.tsx';
import type { BatchRecord } from './records.ts';

const quiet = { color: 'text.secondary', fontSize: '0.8125rem' } as const;
const SOON_MS = 7 * 86_400_000;

export const BatchNameField = () => {
  const record = useRecord<BatchRecord>();
  return (
    <>
      <OneLine text={record.name} width={220} strong />
      <Quiet small>{record.batchNo}</Quiet>
    </>
  );
};

/** What one code is worth. */
export const BatchGrantField = () => {
  const t = useTexts('resources.activation-codes');
  const record = useRecord<BatchRecord>();
  const credits = record.credits + record.giftCredits;
  return (
    <>
      {record.packageName && <OneLine text={record.packageName} width={160} />}
      <Box sx={record.packageName ? quiet : undefined}>
        {[
          credits > 0 && t('credits', { credits: formatCount(credits) }),
          record.days > 0 && t('days', { days: record.days }),
        ]
          .filter(Boolean)
          .join(' · ')}
      </Box>
    </>
  );
};

export const BatchUseField = () => {
  const record = useRecord<BatchRecord>();
  return (
    <Box sx={{ minWidth: 140 }}>
      {record.job ? <BatchProgress batch={record} /> : <CodeBar counts={record.counts} />}
    </Box>
  );
};

export const BatchExpiryField = () => {
  const t = useTexts('resources.activation-codes');
  const now = useNow();
  const { expireTime, status } = useRecord<BatchRecord>();
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
      {late && ` ${t('expired')}`}
    </Box>
  );
};

const PAUSE_MS = 400;

/** Continues unfinished work on a batch page by page while it is shown; otherwise a timer does, later. */
const BatchProgress = ({ batch }: { batch: BatchRecord }) => {
  const t = useTexts('resources.activation-codes.jobs');
  const refresh = useRefresh();
  const { data } = useAnswer('adminActivationCode', 'generateCodes', {
    data: { id: batch.id },
    queryKey: ['activation-codes', 'work', batch.id, batch.job?.startTime],
    enabled: useCan()('activation-codes.write'),
    refetchInterval: ({ state }) => (state.data && !state.data.job ? false : PAUSE_MS),
    gcTime: 0,
  });
  const finished = data !== undefined && data.job === null;
  useEffect(() => {
    if (finished) refresh();
  }, [finished, refresh]);
  const job = data?.job ?? batch.job;
  if (!job) return null;
  return (
    <Box aria-live="polite">
      <Box sx={{ fontSize: '0.8125rem' }}>
        {t(job.kind, {
          done: formatCount(job.done),
          total: formatCount(job.total),
        })}
      </Box>
      <LinearProgress
        variant="determinate"
        value={finished ? 100 : (job.done / Math.max(1, job.total)) * 100}
        aria-label={batch.name}
        sx={{ mt: 0.5, height: 6, borderRadius: 3 }}
      />
    </Box>
  );
};

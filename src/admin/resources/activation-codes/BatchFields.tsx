import { Box, LinearProgress, type Theme, Tooltip } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useRefresh } from 'react-admin';
import {
  type ActivationBatch,
  type ActivationCode,
  type CodeStatus,
  codeStatuses,
} from '#contract/activationCode.ts';
import { formatCount } from '../../../shared/count.ts';
import { lastDay } from '../../../shared/time.ts';
import { useCan } from '../../kit/base/CanAccess.tsx';
import { type RecordOf, useDataProvider, useRecord, useTexts } from '../../kit/base/hooks.ts';
import { useNow } from '../../kit/base/useNow.ts';
import { OneLine, Quiet, toneColour } from '../../kit/field/valueFields.tsx';

const quiet = { color: 'text.secondary', fontSize: '0.8125rem' } as const;
const SOON_MS = 7 * 86_400_000;

export const BatchNameField = () => {
  const record = useRecord<ActivationBatch>();
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
  const record = useRecord<ActivationBatch>();
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
  const record = useRecord<ActivationBatch>();
  return (
    <Box sx={{ minWidth: 140 }}>
      {record.job ? <BatchProgress batch={record} /> : <CodeBar counts={record.counts} />}
    </Box>
  );
};

export const BatchExpiryField = () => {
  const t = useTexts('resources.activation-codes');
  const now = useNow();
  const { expireTime, status } = useRecord<ActivationBatch>();
  const late = expireTime <= now;
  const soon = !late && expireTime - now < SOON_MS && status === 'active';
  return (
    <Box
      sx={{
        whiteSpace: 'nowrap',
        color: soon ? 'warning.main' : late ? 'text.secondary' : undefined,
      }}
    >
      {lastDay(expireTime)}
      {late && ` ${t('expired')}`}
    </Box>
  );
};

const PAUSE_MS = 400;

/** Continues unfinished work on a batch page by page while it is shown; otherwise a timer does, later. */
const BatchProgress = ({ batch }: { batch: BatchRecord }) => {
  const t = useTexts('resources.activation-codes.jobs');
  const refresh = useRefresh();
  const { invoke } = useDataProvider();
  const { data } = useQuery({
    queryKey: ['activation-codes', 'work', batch.id, batch.job?.startTime],
    queryFn: () => invoke('adminActivationCode', 'generateCodes', { id: batch.id }),
    enabled: useCan()('activation-codes.write'),
    // Work that was asked for, not a look.
    // oxlint-disable-next-line eslint-js/no-restricted-syntax
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

const order: CodeStatus[] = ['used', 'unused', 'expired', 'disabled'];
const colours: Record<CodeStatus, (theme: Theme) => string> = {
  used: ({ palette }) => palette.primary.main,
  unused: ({ palette }) => palette.action.selected,
  expired: toneColour(codeStatuses.expired.tone),
  disabled: toneColour(codeStatuses.disabled.tone),
};

/** How many of a batch's codes are used, of how many; each state's part on hover. */
export const CodeBar = ({ counts }: { counts: Record<CodeStatus, number> }) => {
  const t = useTexts('resources.activation-codes');
  const total = order.reduce((sum, status) => sum + counts[status], 0);
  const parts = order
    .map(status => `${codeStatuses[status].label} ${formatCount(counts[status])}`)
    .join(' · ');
  return (
    <Tooltip title={parts}>
      <Box role="img" aria-label={parts}>
        <Box sx={{ fontSize: '0.8125rem' }}>
          {t('usedOf', { used: formatCount(counts.used), total: formatCount(total) })}
        </Box>
        <Box sx={{ display: 'flex', height: 6, borderRadius: 3, overflow: 'hidden', mt: 0.5 }}>
          {order.map(status => (
            <Box key={status} sx={{ flexGrow: counts[status], bgcolor: colours[status] }} />
          ))}
        </Box>
      </Box>
    </Tooltip>
  );
};

export type BatchRecord = RecordOf<ActivationBatch>;
export type CodeRecord = RecordOf<ActivationCode>;

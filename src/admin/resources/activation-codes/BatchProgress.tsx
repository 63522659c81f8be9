import { Box, LinearProgress } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useRefresh, useTranslate } from 'react-admin';
import { useInvoke } from '../../kit/base/InvokeContext.ts';
import type { BatchRecord } from './records.ts';

const PAUSE_MS = 400;

/** Continues unfinished work on a batch page by page while it is shown; otherwise a timer does, later. */
export const BatchProgress = ({ batch }: { batch: BatchRecord }) => {
  const translate = useTranslate();
  const invoke = useInvoke();
  const refresh = useRefresh();
  const { data } = useQuery({
    queryKey: ['activation-codes', 'work', batch.id, batch.job?.startTime],
    queryFn: () => invoke('adminActivationCode', 'generateCodes', { id: batch.id }),
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
        {translate(`resources.activation-codes.jobs.${job.kind}`, {
          done: job.done.toLocaleString('zh-CN'),
          total: job.total.toLocaleString('zh-CN'),
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

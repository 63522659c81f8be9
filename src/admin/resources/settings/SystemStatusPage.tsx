import {
  Alert,
  Button,
  Skeleton,
  Stack,
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableRow,
} from '@mui/material';
import { Fragment } from 'react';
import { Title } from 'react-admin';
import type { ActionOutput } from '#contract/index.ts';
import { exactTime } from '../../../shared/time.ts';
import { Stacked } from '../../kit/base/Beside.tsx';
import { useDataProvider, useTexts } from '../../kit/base/hooks.ts';
import { listPath } from '../../kit/base/listSearch.ts';
import { LoadFailure } from '../../kit/base/LoadFailure.tsx';
import { SideBySide } from '../../kit/base/SideBySide.tsx';
import { useLookedQuery } from '../../kit/base/useLook.ts';
import { None, PageLink, Quiet, StatusLabel } from '../../kit/field/valueFields.tsx';
import { FactList, Panel } from '../../kit/show/Panel.tsx';

type Status = ActionOutput<'adminSettings', 'getSystemStatus'>;
type Job = Status['jobs'][number];

const MINUTE = 60_000;
/** A timer's run is noted every ten minutes, and may be late. */
const TIMER_LATE_MS = 30 * MINUTE;
/** What is due is done within half a minute, and tried again a minute after a failure. */
const JOB_LATE_MS = 3 * MINUTE;
const REFRESH_MS = 15_000;

/** Whether what nobody asks for is done in time. */
export const SystemStatusPage = () => {
  const t = useTexts('systemStatus');
  const { invoke } = useDataProvider();
  const { data, error, isFetching, refetch } = useLookedQuery({
    queryKey: ['adminSettings', 'getSystemStatus', {}],
    read: options => invoke('adminSettings', 'getSystemStatus', {}, options),
    every: REFRESH_MS,
  });
  return (
    <>
      <Title title="app.pages.system-status" preferenceKey={false} />
      <Stack direction="row" sx={{ alignItems: 'center', gap: 2, mb: 2, flexWrap: 'wrap' }}>
        <Quiet sx={{ flex: 1 }}>{data ? t('asOf', { time: exactTime(data.now) }) : ''}</Quiet>
        <Button size="small" variant="outlined" loading={isFetching} onClick={() => void refetch()}>
          {t('refresh')}
        </Button>
      </Stack>
      {error && !data ? (
        <LoadFailure text={error.message} onRetry={() => void refetch()} />
      ) : data ? (
        <Parts status={data} />
      ) : (
        <Skeleton variant="rounded" height={320} />
      )}
    </>
  );
};

const Parts = ({ status }: { status: Status }) => {
  const t = useTexts('systemStatus');
  const { now, timers, callbacks, queues, jobs, warnings } = status;
  const since = (instant: number | null) => (instant === null ? t('never') : exactTime(instant));
  return (
    <Stacked>
      {warnings.map(sentence => (
        <Alert key={sentence} severity="warning">
          {sentence}
        </Alert>
      ))}
      <SideBySide columns={{ lg: 'repeat(3, minmax(0, 1fr))' }} columnGap={2}>
        <Panel title={t('timers')}>
          <FactList
            facts={timers.map(({ function: name, lastTime }) => [
              t(`functions.${name}`, { _: name }),
              lastTime === null ? (
                <StatusLabel key={name} tone="neutral" label={t('never')} />
              ) : (
                <Fragment key={name}>
                  {now - lastTime < TIMER_LATE_MS ? (
                    <StatusLabel tone="success" label={t('fine')} />
                  ) : (
                    <StatusLabel tone="danger" label={t('silent')} />
                  )}{' '}
                  {exactTime(lastTime)}
                </Fragment>
              ),
            ])}
          />
          <Quiet small sx={{ mt: 1 }}>
            {t('timersHelp')}
          </Quiet>
        </Panel>
        <Panel title={t('callbacks')}>
          <FactList
            facts={callbacks.map(({ source, lastTime }) => [
              t(`sources.${source}`, { _: source }),
              since(lastTime),
            ])}
          />
          <Quiet small sx={{ mt: 1 }}>
            {t('callbacksHelp')}
          </Quiet>
        </Panel>
        <Panel title={t('queues')}>
          <FactList
            facts={[
              [
                t('waitingTasks'),
                <PageLink key="tasks" to={listPath('tasks', { status: 'queued' })}>
                  {queues.tasks}
                </PageLink>,
              ],
              [
                t('waitingMessages'),
                <PageLink key="messages" to={listPath('messages', { status: 'waiting' })}>
                  {queues.messages}
                </PageLink>,
              ],
            ]}
          />
        </Panel>
      </SideBySide>
      <Panel title={t('jobs')} flush>
        <JobTable jobs={jobs} now={now} />
      </Panel>
    </Stacked>
  );
};

/** The most urgent first. */
const urgency = (job: Job, now: number): number => {
  if (job.failure) return 0;
  if (lateness(job, now) > JOB_LATE_MS) return 1;
  if (job.runningSince !== null) return 2;
  return job.lastTime === null ? 4 : 3;
};

const lateness = ({ next, runningSince }: Job, now: number): number =>
  next === null || runningSince !== null ? 0 : Math.max(0, now - next);

const JobTable = ({ jobs, now }: { jobs: Job[]; now: number }) => {
  const t = useTexts('systemStatus');
  const verdicts = [
    { tone: 'danger', label: t('failed') },
    { tone: 'warning', label: t('late') },
    { tone: 'info', label: t('running') },
    { tone: 'success', label: t('fine') },
    { tone: 'neutral', label: t('never') },
  ] as const;
  return (
    <Table size="small" aria-label={t('jobs')} sx={{ '& td': { overflowWrap: 'anywhere' } }}>
      <TableHead>
        <TableRow>
          {['job', 'state', 'lastTime', 'next'].map(column => (
            <TableCell key={column}>{t(`columns.${column}`)}</TableCell>
          ))}
        </TableRow>
      </TableHead>
      <TableBody>
        {[...jobs]
          .sort((a, b) => urgency(a, now) - urgency(b, now))
          .map(job => {
            const late = Math.floor(lateness(job, now) / MINUTE);
            return (
              <TableRow key={job.name}>
                <TableCell>{t(`names.${job.name}`, { _: job.name })}</TableCell>
                <TableCell>
                  <StatusLabel {...verdicts[urgency(job, now)]!} />
                  {job.failure && (
                    <Quiet tiny>
                      {t('failure', { time: exactTime(job.failedTime ?? now), error: job.failure })}
                    </Quiet>
                  )}
                  {lateness(job, now) > JOB_LATE_MS && (
                    <Quiet tiny>{t('lateBy', { count: late })}</Quiet>
                  )}
                </TableCell>
                <TableCell>{job.lastTime === null ? <None /> : exactTime(job.lastTime)}</TableCell>
                <TableCell>{job.next === null ? t('onDemand') : exactTime(job.next)}</TableCell>
              </TableRow>
            );
          })}
      </TableBody>
    </Table>
  );
};

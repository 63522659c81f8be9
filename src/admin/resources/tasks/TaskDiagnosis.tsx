import { Box, Button, Skeleton } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import type { Task } from '#contract/task.ts';
import { exactTime } from '../../../shared/time.ts';
import { type RecordOf, useDataProvider, useRecord, useTexts } from '../../kit/base/hooks.ts';
import { LoadFailure } from '../../kit/base/LoadFailure.tsx';
import { Quiet } from '../../kit/field/valueFields.tsx';
import { FactList, Panel } from '../../kit/show/Panel.tsx';

/** What the provider was sent and has said; read only when it is opened. */
export const TaskDiagnosis = () => {
  const t = useTexts('resources.tasks.diagnosis');
  const { id } = useRecord<RecordOf<Task>>();
  const [open, setOpen] = useState(false);
  return (
    <Panel
      title={t('title')}
      action={
        <Button size="small" aria-expanded={open} onClick={() => setOpen(!open)}>
          {t(open ? 'close' : 'open')}
        </Button>
      }
    >
      {open ? <Diagnosis id={id} /> : <Quiet small>{t('about')}</Quiet>}
    </Panel>
  );
};

const code = { m: 0, fontSize: '0.8125rem', whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' };

const Diagnosis = ({ id }: { id: string }) => {
  const t = useTexts('resources.tasks.diagnosis');
  const translate = useTranslate();
  const { invoke } = useDataProvider();
  const { data, error, refetch } = useQuery({
    queryKey: ['tasks', 'getDiagnosis', id],
    queryFn: () => invoke('adminTask', 'getDiagnosis', { id }),
  });
  if (error && !data) return <LoadFailure text={error.message} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton height={80} />;
  const time = (instant: number | null) => (instant === null ? t('never') : exactTime(instant));
  return (
    <Box sx={{ display: 'grid', gap: 1.5 }}>
      <FactList
        facts={[
          [t('errorRaw'), <code key="error">{data.errorRaw || translate('list.none')}</code>],
          [t('workflow'), data.workflow],
          [t('pool'), data.pool],
          [t('sentTime'), time(data.sentTime)],
          [t('polls'), data.polls],
          [t('silent'), data.silent > 0 ? data.silent : undefined],
          [t('reportTime'), time(data.reportTime)],
          ...data.notices.map(
            ({ source, eventType, time: at }) =>
              [t(`sources.${source}`, { _: source }), `${eventType} · ${exactTime(at)}`] as const,
          ),
        ]}
      />
      <Quiet small>{t('sent')}</Quiet>
      {data.sent.length === 0 ? (
        <Quiet small>{t('nothingSent')}</Quiet>
      ) : (
        <Box component="pre" sx={code} tabIndex={0}>
          {data.sent
            .map(({ nodeId, fieldName, value }) => `${nodeId}.${fieldName} = ${value}`)
            .join('\n')}
        </Box>
      )}
    </Box>
  );
};

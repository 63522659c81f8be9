import { Alert, Box, Button, ButtonBase, LinearProgress, Typography } from '@mui/material';
import { useIsMutating, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslate } from 'react-admin';
import type { Task } from '#contract/task.ts';
import { isActiveTask, taskStatuses } from '#contract/taskStates.ts';
import type { Template } from '#contract/template.ts';
import { type TrialPictureUse, trialPictureUses } from '#contract/templateActions.ts';
import { BeforeAfter } from '../../../shared/BeforeAfter.tsx';
import { formatCount } from '../../../shared/count.ts';
import { SignedImage } from '../../../shared/SignedImage.tsx';
import { ZoomableImage } from '../../../shared/ZoomableImage.tsx';
import { RunButton } from '../../kit/action/buttons.tsx';
import { useRun } from '../../kit/action/useRun.ts';
import { useDataProvider, useRecord, useTexts } from '../../kit/base/hooks.ts';
import { Quiet, StatusLabel, Time } from '../../kit/field/valueFields.tsx';
import { FactList } from '../../kit/show/Panel.tsx';
import { trialError } from './trialError.ts';
import { useTrial } from './useTrials.ts';

type Followed = Task & { queueAhead: number | null };

export interface TrialResultProps {
  taskId: string | undefined;
  trials: readonly Task[];
  unsaved: boolean;
}

/** How far a trial is, and what came of it. */
export const TrialResult = ({ taskId, trials, unsaved }: TrialResultProps) => {
  const t = useTexts('resources.templates.trial');
  const headingId = useId();
  const { task, error } = useTrial(taskId, trials);
  return (
    <Box
      component="section"
      aria-labelledby={headingId}
      sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 1.5 }}
    >
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'baseline', columnGap: 1.5 }}>
        <Typography id={headingId} component="h3" variant="subtitle2">
          {t('result')}
        </Typography>
        {task && (
          <>
            <Box role="status" sx={{ fontSize: '0.8125rem' }}>
              <StatusLabel {...taskStatuses[task.status]} />
            </Box>
            <Quiet small>
              <Time instant={task.createTime} />
            </Quiet>
          </>
        )}
      </Box>
      {!taskId && <Quiet>{t('none')}</Quiet>}
      {error && !task && <Alert severity="error">{error.message}</Alert>}
      {task && isActiveTask(task.status) && <TrialProgress task={task} />}
      {task?.status === 'succeeded' && <TrialPictures task={task} unsaved={unsaved} />}
      {task && !isActiveTask(task.status) && task.status !== 'succeeded' && (
        <TrialFailure task={task} />
      )}
      {task && !isActiveTask(task.status) && <TrialCosts task={task} trials={trials} />}
    </Box>
  );
};

const TrialProgress = ({ task }: { task: Followed }) => {
  const t = useTexts('resources.templates.trial');
  const { invoke } = useDataProvider();
  const { _id: id, progress, queueAhead } = task;
  return (
    <>
      <LinearProgress
        variant={progress > 0 ? 'determinate' : 'indeterminate'}
        value={progress}
        aria-label={t('progress')}
        sx={{ borderRadius: 1 }}
      />
      <Quiet small>
        {queueAhead ? `${t('queueAhead', { count: queueAhead })} · ` : ''}
        {t('goesOn')}
      </Quiet>
      <Box>
        <RunButton
          right="templates.write"
          size="small"
          label={t('cancel')}
          run={() => invoke('adminTemplate', 'cancelTrial', { id })}
        />
      </Box>
    </>
  );
};

const TrialFailure = ({ task }: { task: Task }) => {
  const t = useTexts('resources.templates.trial');
  const { sentence, reason } = trialError(task);
  return (
    <Alert severity={task.status === 'cancelled' ? 'info' : 'error'}>
      {sentence}
      {reason && <Box sx={{ mt: 0.5 }}>{t('reason', { reason })}</Box>}
      <Quiet tiny sx={{ mt: 0.5 }}>
        {t('number', { code: task.errorCode, taskNo: task.taskNo })}
      </Quiet>
    </Alert>
  );
};

/** What it took, beside what the last successful one took. */
const TrialCosts = ({ task, trials }: { task: Task; trials: readonly Task[] }) => {
  const t = useTexts('resources.templates.trial');
  const before = trials.find(
    ({ status, createTime }) => status === 'succeeded' && createTime < task.createTime,
  );
  const beside = (value: string, last: string | undefined) =>
    last ? t('besideLast', { value, last }) : value;
  const seconds = (one: Task) => t('seconds', { count: Math.round(one.costSec) });
  const coins = (one: Task) => formatCount(one.coins);
  return (
    <FactList
      facts={[
        [t('costSec'), beside(seconds(task), before && seconds(before))],
        [t('coins'), beside(coins(task), before && coins(before))],
      ]}
    />
  );
};

const TrialPictures = ({ task, unsaved }: { task: Task; unsaved: boolean }) => {
  const t = useTexts('resources.templates.trial');
  const [at, setAt] = useState(0);
  const photo = task.inputs.find(({ filePath }) => filePath)?.filePath ?? '';
  const shown = task.outputs[at];
  if (!shown) return <Quiet>{t('erased')}</Quiet>;
  if (shown.fileType === 'mp4') return <Quiet>{t('video', { path: shown.filePath })}</Quiet>;
  return (
    <>
      <Box sx={{ maxWidth: 300 }}>
        {photo ? (
          <BeforeAfter key={shown.filePath} before={photo} after={shown.filePath} />
        ) : (
          <ZoomableImage src={shown.filePath} alt={t('output', { at: at + 1 })} width="100%" />
        )}
      </Box>
      {task.outputs.length > 1 && (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.75 }}>
          {task.outputs.map(({ filePath }, index) => (
            <ButtonBase
              key={filePath}
              aria-label={t('output', { at: index + 1 })}
              aria-pressed={index === at}
              onClick={() => setAt(index)}
              sx={{
                width: 52,
                height: 52,
                borderRadius: '6px',
                overflow: 'hidden',
                outline: index === at ? 2 : 0,
                outlineStyle: 'solid',
                outlineColor: 'primary.main',
              }}
            >
              <SignedImage src={filePath} alt="" width="100%" height="100%" />
            </ButtonBase>
          ))}
        </Box>
      )}
      <TrialPictureUses task={task} output={at} hasPhoto={photo !== ''} unsaved={unsaved} />
    </>
  );
};

interface TrialPictureUsesProps {
  task: Task;
  output: number;
  hasPhoto: boolean;
  unsaved: boolean;
}

/** Shows the result with the template, as a copy. Each use starts from the version that the one before has made. */
const TrialPictureUses = ({ task, output, hasPhoto, unsaved }: TrialPictureUsesProps) => {
  const t = useTexts('resources.templates.trial');
  const translate = useTranslate();
  const { invoke } = useDataProvider();
  const queryClient = useQueryClient();
  const { id, rev } = useRecord<Template>();
  const mutationKey = ['useTrialPicture', id];
  // Of any of the template's trials: another one may have been chosen meanwhile.
  const isSaving = useIsMutating({ mutationKey }) > 0;
  const { mutate, isPending, variables } = useRun({
    mutationKey,
    run: (as: TrialPictureUse) =>
      invoke('adminTemplate', 'useTrialPicture', { taskId: task._id, output, as, rev }),
    done: (_template, as) => t(`uses.${as}Done`),
  });
  const offered = trialPictureUses.filter(as => hasPhoto || as !== 'beforeAfter');
  return (
    <Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        {offered.map(as => (
          <Button
            key={as}
            size="small"
            variant="outlined"
            disabled={unsaved || isSaving}
            loading={isPending && variables === as}
            // A second click may come before the button is disabled.
            onClick={() => queryClient.isMutating({ mutationKey }) === 0 && mutate(as)}
          >
            {t(`uses.${as}`)}
          </Button>
        ))}
      </Box>
      {unsaved && (
        <Quiet tiny sx={{ mt: 0.5 }}>
          {translate('action.saveFirst')}
        </Quiet>
      )}
    </Box>
  );
};

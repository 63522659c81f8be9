import CloseIcon from '@mui/icons-material/Close';
import {
  Alert,
  Box,
  ButtonBase,
  Dialog,
  DialogContent,
  DialogTitle,
  IconButton,
  Typography,
} from '@mui/material';
import { useId, useState } from 'react';
import { useTranslate } from 'react-admin';
import type { Task } from '#contract/task.ts';
import { isActiveTask, taskStatuses } from '#contract/taskStates.ts';
import type { Template } from '#contract/template.ts';
import { formatCount } from '../../../shared/count.ts';
import { SignedImage } from '../../../shared/SignedImage.tsx';
import { useClose } from '../../kit/action/DialogContext.tsx';
import { usePhone, useRecord, useTexts } from '../../kit/base/hooks.ts';
import { PlainList } from '../../kit/base/PlainList.tsx';
import { SideBySide } from '../../kit/base/SideBySide.tsx';
import { useTypedClose } from '../../kit/base/useTypedClose.ts';
import { Tile } from '../../kit/field/PictureTile.tsx';
import { Quiet, StatusLabel, Time } from '../../kit/field/valueFields.tsx';
import { trialError } from './trialError.ts';
import { TrialForm } from './TrialForm.tsx';
import { TrialResult } from './TrialResult.tsx';
import { useTrials } from './useTrials.ts';

export interface TrialDialogProps {
  unsaved: boolean;
  /** The preset to begin with; otherwise the default one. */
  presetId?: string;
}

/** Starts a trial of the stored template, follows it, and shows the earlier ones. */
export const TrialDialog = ({ unsaved, presetId }: TrialDialogProps) => {
  const t = useTexts('resources.templates.trial');
  const translate = useTranslate();
  const close = useClose();
  const isPhone = usePhone();
  const titleId = useId();
  const template = useRecord<Template>();
  const trials = useTrials(template.id);
  const [chosen, setChosen] = useState<string>();
  const shown = trials.find(({ _id }) => _id === chosen) ?? trials[0];
  const shownId = chosen ?? shown?._id;
  return (
    <Dialog
      open
      fullWidth
      fullScreen={isPhone}
      maxWidth="md"
      {...useTypedClose(close)}
      // A click must not reach the row behind.
      onClick={event => event.stopPropagation()}
      aria-labelledby={titleId}
    >
      <DialogTitle id={titleId} sx={{ pr: 7, overflowWrap: 'anywhere' }}>
        {t('title', { name: template.name })}
      </DialogTitle>
      <IconButton
        onClick={close}
        aria-label={translate('ra.action.close')}
        sx={{ position: 'absolute', top: 12, right: 12 }}
      >
        <CloseIcon />
      </IconButton>
      <DialogContent sx={{ display: 'grid', gap: 2.5, alignContent: 'start' }}>
        {unsaved && <Alert severity="info">{t('unsaved')}</Alert>}
        <SideBySide columns={{ sm: 'repeat(2, minmax(0, 1fr))' }} rowGap={3}>
          <TrialForm
            template={template}
            presetId={presetId}
            trials={trials}
            onStarted={({ _id }) => setChosen(_id)}
          />
          <TrialResult key={shownId} taskId={shownId} trials={trials} unsaved={unsaved} />
        </SideBySide>
        {trials.length > 0 && (
          <TrialList trials={trials} shown={shownId} onChoose={({ _id }) => setChosen(_id)} />
        )}
      </DialogContent>
    </Dialog>
  );
};

interface TrialListProps {
  trials: readonly Task[];
  shown: string | undefined;
  onChoose: (task: Task) => void;
}

/** The latest trials of a template; the chosen one is shown above. */
const TrialList = ({ trials, shown, onChoose }: TrialListProps) => {
  const t = useTexts('resources.templates.trial');
  const headingId = useId();
  return (
    <Box component="section" aria-labelledby={headingId}>
      <Typography id={headingId} component="h3" variant="subtitle2">
        {t('earlier')}
      </Typography>
      <PlainList sx={{ mt: 0.5 }}>
        {trials.map(task => (
          <Box key={task._id} component="li">
            <ButtonBase
              onClick={() => onChoose(task)}
              aria-current={task._id === shown}
              sx={{
                width: 1,
                gap: 1.5,
                px: 1,
                py: 0.75,
                minHeight: 44,
                justifyContent: 'flex-start',
                textAlign: 'left',
                borderRadius: 1,
                fontSize: '0.8125rem',
                bgcolor: task._id === shown ? 'action.selected' : undefined,
                '&:hover': { bgcolor: 'action.hover' },
              }}
            >
              <Tile width={32} height={40}>
                <SignedImage src={pictureOf(task)} alt="" width="100%" height="100%" />
              </Tile>
              <Box sx={{ flex: 'none' }}>
                <StatusLabel {...taskStatuses[task.status]} />
              </Box>
              <Quiet component="span" small sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
                {summaryOf(task, t)}
              </Quiet>
              <Quiet component="span" small sx={{ flex: 'none' }}>
                <Time instant={task.createTime} />
              </Quiet>
            </ButtonBase>
          </Box>
        ))}
      </PlainList>
    </Box>
  );
};

const pictureOf = ({ outputs }: Task) =>
  outputs.find(({ fileType }) => fileType !== 'mp4')?.filePath ?? '';

const summaryOf = (task: Task, t: ReturnType<typeof useTexts>) => {
  if (isActiveTask(task.status)) return '';
  if (task.status !== 'succeeded') return trialError(task).sentence;
  return t('took', {
    seconds: Math.round(task.costSec),
    coins: formatCount(task.coins),
  });
};

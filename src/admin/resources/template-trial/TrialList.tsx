import { Box, ButtonBase, Typography } from '@mui/material';
import { useId } from 'react';
import { type Task } from '#contract/task.ts';
import { isActiveTask, taskStatuses } from '#contract/taskStates.ts';
import { formatCount } from '../../../shared/count.ts';
import { SignedImage } from '../../../shared/SignedImage.tsx';
import { useTexts } from '../../kit/base/hooks.ts';
import { PlainList } from '../../kit/base/PlainList.tsx';
import { Tile } from '../../kit/field/PictureTile.tsx';
import { Quiet, StatusLabel, Time } from '../../kit/field/valueFields.tsx';
import { trialError } from './trialError.ts';

export interface TrialListProps {
  trials: readonly Task[];
  shown: string | undefined;
  onChoose: (task: Task) => void;
}

/** The latest trials of a template; the chosen one is shown above. */
export const TrialList = ({ trials, shown, onChoose }: TrialListProps) => {
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

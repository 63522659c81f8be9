import ArrowIcon from '@mui/icons-material/ArrowForward';
import HideImageIcon from '@mui/icons-material/HideImageOutlined';
import HourglassIcon from '@mui/icons-material/HourglassEmptyOutlined';
import { Box } from '@mui/material';
import type { Task } from '#contract/task.ts';
import { isActiveTask } from '#contract/taskStates.ts';
import { ZoomableImage } from '../../../shared/ZoomableImage.tsx';
import { type RecordOf, useTexts } from '../../kit/base/hooks.ts';

export interface TaskPicturesProps {
  task: RecordOf<Task>;
  /** CSS pixels. */
  size?: number;
  /** How many of each side at most. */
  shown?: number;
}

/** The pictures that went in and came out; a click shows them large, all of them in a row. */
export const TaskPictures = ({ task, size = 64, shown = 3 }: TaskPicturesProps) => {
  const say = useTexts('resources.tasks');
  const isRemoved = (path: string) => task.removed.some(({ filePath }) => filePath === path);
  const sent = task.inputs.flatMap(({ filePath }) =>
    filePath && !isRemoved(filePath) ? [filePath] : [],
  );
  const made = task.outputs.map(({ filePath }) => filePath);
  const all = [
    ...sent.map((src, at) => ({ src, name: `${say('input')} ${at + 1}` })),
    ...made.map((src, at) => ({ src, name: `${say('output')} ${at + 1}` })),
  ];
  const isActive = isActiveTask(task.status);
  const why = isActive
    ? 'notYet'
    : task.erasedTime === null
      ? 'noOutput'
      : task.removed.some(({ output }) => output)
        ? 'removed'
        : 'erased';
  const some = (from: number, to: number) =>
    all
      .slice(from, Math.min(to, from + shown))
      .map(({ src, name }) => (
        <ZoomableImage key={src} src={src} alt={name} width={size} height={size} siblings={all} />
      ));
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.75, minHeight: { sm: size } }}>
      {sent.length > 0 && (
        <>
          {some(0, sent.length)}
          <ArrowIcon aria-hidden sx={{ fontSize: 16, color: 'text.secondary' }} />
        </>
      )}
      {made.length > 0 ? (
        some(sent.length, all.length)
      ) : (
        <Box
          title={say(why)}
          sx={{
            width: size,
            height: size,
            // Without pictures nothing is shown.
            display: { xs: sent.length > 0 ? 'grid' : 'none', sm: 'grid' },
            placeItems: 'center',
            borderRadius: '6px',
            border: 1,
            borderStyle: 'dashed',
            borderColor: 'divider',
            color: 'text.disabled',
          }}
        >
          {isActive ? (
            <HourglassIcon aria-hidden fontSize="small" />
          ) : (
            <HideImageIcon aria-hidden fontSize="small" />
          )}
        </Box>
      )}
    </Box>
  );
};

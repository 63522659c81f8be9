import { Box } from '@mui/material';
import { useRecordContext } from 'react-admin';
import type { Task } from '#contract/task.ts';
import { taskStatuses } from '#contract/taskStates.ts';
import { formatCount } from '../../../shared/count.ts';
import { duration } from '../../../shared/time.ts';
import { useCan } from '../../kit/base/CanAccess.tsx';
import { type RecordOf, useRecord, useTexts } from '../../kit/base/hooks.ts';
import { ReferenceNames } from '../../kit/field/NamesField.tsx';
import { PersonAvatar } from '../../kit/field/PersonAvatar.tsx';
import {
  None,
  OneLine,
  oneLine,
  PageLink,
  Quiet,
  SmallChip,
  StatusLabel,
} from '../../kit/field/valueFields.tsx';
import { nameOfUser, userPath } from '../user-link/parts.ts';
import { mayReview } from './legalTaskActs.ts';
import { TaskPictures } from './TaskPictures.tsx';
import { useTaskUser } from './useTaskUser.ts';

const quiet = { color: 'text.secondary', fontSize: '0.75rem' } as const;

export const TaskPicturesField = () => {
  const task = useRecord<Task>();
  return (
    // A click on a picture shows it large, not the row.
    <Box onClick={event => event.stopPropagation()} sx={{ width: 'fit-content' }}>
      <TaskPictures task={task} size={40} shown={1} />
    </Box>
  );
};

/** What was asked for, and the number to give to support. */
export const TaskNameField = () => {
  const { templateSnap, taskNo } = useRecord<Task>();
  return (
    <Box sx={{ minWidth: 0 }}>
      {templateSnap.name && <OneLine text={templateSnap.name} width={200} strong />}
      <Quiet tiny sx={{ whiteSpace: 'nowrap' }}>
        {taskNo}
      </Quiet>
    </Box>
  );
};

export const TaskUserField = () => {
  const t = useTexts('resources.tasks');
  const mayRead = useCan()('users.read');
  const user = useTaskUser();
  const task = useRecordContext<RecordOf<Task>>();
  if (task?.isTrial) return <Quiet component="span">{t('noUser')}</Quiet>;
  if (!mayRead) return <None />;
  if (!user) return null;
  const name = nameOfUser(user);
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, minWidth: 0 }}>
      <PersonAvatar src={user.avatarUrl} name={name} size={26} />
      <PageLink
        to={userPath(user.id)}
        title={name}
        noWrap
        sx={{ maxWidth: { sm: 132, xl: 200 }, color: 'text.primary' }}
      >
        {name}
      </PageLink>
    </Box>
  );
};

/** What is unusual about a task. */
export const TaskMarks = () => {
  const t = useTexts('resources.tasks.marks');
  const task = useRecord<Task>();
  const { isTrial, maybeCharged, erasedTime, removed } = task;
  return (
    <>
      {isTrial && <SmallChip label={t('trial')} />}
      {mayReview(task) && <SmallChip label={t('inReview')} color="warning" />}
      {maybeCharged && <SmallChip label={t('maybeCharged')} color="warning" />}
      {removed.length > 0 && <SmallChip label={t('removed')} color="warning" />}
      {erasedTime !== null && removed.length === 0 && <SmallChip label={t('erased')} />}
    </>
  );
};

/** The state, and below it why there is no picture. */
export const TaskStatusField = () => {
  const task = useRecord<Task>();
  const reason = taskReason(task);
  return (
    <>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.75 }}>
        <StatusLabel {...taskStatuses[task.status]} />
        <TaskMarks />
      </Box>
      {reason && (
        <Box title={reason} sx={{ ...quiet, ...oneLine, maxWidth: { sm: 176, xl: 280 } }}>
          {reason}
        </Box>
      )}
    </>
  );
};

export const TaskCreditsField = () => {
  const t = useTexts('resources.tasks');
  const task = useRecord<Task>();
  return (
    <>
      {formatCount(task.costCredits)}
      {task.isRefunded && task.costCredits > 0 && (
        <Quiet tiny sx={{ whiteSpace: 'nowrap' }}>
          {t('refunded')}
        </Quiet>
      )}
    </>
  );
};

export const TaskKeyField = () => {
  const { apiKeyId } = useRecord<Task>();
  return apiKeyId ? (
    <Box sx={{ ...oneLine, maxWidth: { sm: 104, xl: 160 } }}>
      <ReferenceNames ids={[apiKeyId]} reference="api-keys" name="name" />
    </Box>
  ) : (
    <None />
  );
};

/** What the provider took: time and coins. */
export const TaskSecondsField = () => {
  const t = useTexts('resources.tasks');
  const took = useTook();
  const task = useRecordContext<RecordOf<Task>>();
  const seconds = task?.costSec ?? 0;
  const coins = task?.coins ?? 0;
  return seconds > 0 ? (
    <Box component="span" sx={{ whiteSpace: 'nowrap' }}>
      {took(seconds * 1_000)}
      {coins > 0 && <Quiet tiny>{t('coins', { coins: formatCount(coins) })}</Quiet>}
    </Box>
  ) : (
    <None />
  );
};

/** Why there is no picture, in Chinese, and the administrator's reason. */
export const taskReason = ({
  errorText,
  cancelReason,
}: Pick<Task, 'errorText' | 'cancelReason'>): string =>
  [errorText, cancelReason].filter(Boolean).join('：');

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** A duration of a task in words, from milliseconds: `12 秒`, `3 分 5 秒`, `2 小时`. */
export const useTook = () => {
  const t = useTexts('resources.tasks');
  return (ms: number) => {
    if (ms >= HOUR) return duration(ms);
    const seconds = Math.max(0, Math.round(ms / SECOND));
    return seconds < 60
      ? t('seconds', { count: seconds })
      : t('minutes', { minutes: Math.floor(seconds / 60), seconds: seconds % 60 });
  };
};

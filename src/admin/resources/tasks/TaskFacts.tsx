import { useTranslate } from 'react-admin';
import { moderationLabel } from '#contract/sentences/moderation.ts';
import { reviewReasons, type Task } from '#contract/task.ts';
import { templateEngines } from '#contract/template.ts';
import type { VisitorTask } from '#contract/visitorTask.ts';
import { formatCount } from '../../../shared/count.ts';
import { exactTime } from '../../../shared/time.ts';
import { type RecordOf, useCreatePath, useTexts } from '../../kit/base/hooks.ts';
import { CopiedText } from '../../kit/field/CopyText.tsx';
import { ReferenceNames } from '../../kit/field/NamesField.tsx';
import { PageLink } from '../../kit/field/valueFields.tsx';
import { FactList } from '../../kit/show/Panel.tsx';
import { mayReview } from './legalTaskActs.ts';
import { taskReason, useTook } from './TaskFields.tsx';

export type ShownTask = RecordOf<Task> & Partial<Pick<VisitorTask, 'queueAhead' | 'lane'>>;

/** What is known of a task; without what does not apply to it. */
export const TaskFacts = ({ task }: { task: ShownTask }) => {
  const createPath = useCreatePath();
  const translate = useTranslate();
  const t = useTexts('resources.tasks');
  const field = useTexts('resources.tasks.fields');
  const took = useTook();
  const time = (instant: number | null) => (instant === null ? undefined : exactTime(instant));
  const other = (id: string) =>
    id ? (
      <PageLink key={id} to={createPath({ resource: 'tasks', type: 'show', id })}>
        {t('see')}
      </PageLink>
    ) : undefined;
  return (
    <FactList
      facts={[
        [field('taskNo'), <CopiedText key="no" text={task.taskNo} name={field('taskNo')} />],
        [
          field('rhTaskId'),
          task.rhTaskId ? (
            <CopiedText key="rh" text={task.rhTaskId} name={field('rhTaskId')} />
          ) : undefined,
        ],
        [field('engine'), templateEngines[task.templateSnap.engine].label],
        [
          field('apiKeyId'),
          task.apiKeyId ? (
            <ReferenceNames key="key" ids={[task.apiKeyId]} reference="api-keys" name="name" />
          ) : undefined,
        ],
        [
          field('queueAhead'),
          typeof task.queueAhead === 'number'
            ? t(task.queueAhead > 0 ? 'ahead' : 'next', { count: task.queueAhead })
            : undefined,
        ],
        [field('lane'), task.lane ? t(`lanes.${task.lane}`) : undefined],
        [field('createTime'), exactTime(task.createTime)],
        [field('submitTime'), time(task.submitTime)],
        [field('finishTime'), time(task.finishTime)],
        [field('costSec'), task.costSec > 0 ? took(task.costSec * 1_000) : undefined],
        [field('attempts'), task.attempts > 0 ? task.attempts : undefined],
        [
          field('costCredits'),
          task.isTrial
            ? t('trialFree')
            : task.isFree
              ? t('freeOfTheDay')
              : t('held', { count: task.costCredits, ...task.held }),
        ],
        [field('coins'), task.coins > 0 ? formatCount(task.coins) : undefined],
        [
          field('isRefunded'),
          task.costCredits === 0
            ? t('nothingSpent')
            : translate(task.isRefunded ? 'list.yes' : 'list.no') +
              (task.isRefunded && task.refundReason && task.refundReason !== task.errorText
                ? `（${task.refundReason}）`
                : ''),
        ],
        [field('errorText'), taskReason(task) || undefined],
        [field('userNote'), task.userNote || undefined],
        [
          field('review'),
          task.review
            ? task.review.reason === 'doubtful'
              ? t('doubtfulFor', { label: moderationLabel(task.review.label) })
              : reviewReasons[task.review.reason].label
            : undefined,
        ],
        [t('reviewUntil'), mayReview(task) ? time(task.review?.until ?? null) : undefined],
        [t('errorCode'), task.errorCode || undefined],
        [field('maybeCharged'), task.maybeCharged ? t('toResolve') : undefined],
        [field('erasedTime'), time(task.erasedTime)],
        [field('rating'), task.rating ?? undefined],
        [field('retryOf'), other(task.retryOf)],
        [field('retriedBy'), other(task.retriedBy)],
      ]}
    />
  );
};

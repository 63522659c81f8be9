import { Box, Typography } from '@mui/material';
import { useGetOne, useTranslate } from 'react-admin';
import { type Task, taskActions } from '#contract/task.ts';
import { type Template, templateEngines } from '#contract/template.ts';
import type { UserStatus } from '#contract/user.ts';
import { z } from '#contract/zod.ts';
import { exactTime } from '../../../shared/time.ts';
import { ZoomableImage } from '../../../shared/ZoomableImage.tsx';
import { DialogButton } from '../../kit/action/ActionDialog.tsx';
import { RunButton } from '../../kit/action/buttons.tsx';
import { type RecordOf, useInvoke, useTexts } from '../../kit/base/hooks.ts';
import { CopyText } from '../../kit/field/CopyText.tsx';
import { Quiet } from '../../kit/field/valueFields.tsx';
import { BooleanInput } from '../../kit/form/inputs.tsx';
import { FactList } from '../../kit/show/Panel.tsx';
import { heldCredits, mayCancel, mayRefund, mayRetry, maySync } from './legalTaskActs.ts';
import { taskReason } from './taskReason.ts';

/** Everything about a task: its inputs, its history, and the possible actions. */
export const TaskDetails = (props: { task: RecordOf<Task>; userStatus: UserStatus }) => {
  const { task, userStatus } = props;
  const translate = useTranslate();
  const field = useTexts('resources.tasks.fields');
  const time = (instant: number | null) => (instant === null ? undefined : exactTime(instant));
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <Box
        sx={{
          display: 'grid',
          columnGap: 4,
          rowGap: 2,
          alignItems: 'start',
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' },
        }}
      >
        <Box component="section">
          <Heading>{translate('resources.tasks.inputs')}</Heading>
          <TaskInputs task={task} />
        </Box>
        <Box component="section">
          <Heading>{translate('resources.tasks.course')}</Heading>
          <FactList
            facts={[
              [field('taskNo'), <Copied key="no" text={task.taskNo} name={field('taskNo')} />],
              [
                field('rhTaskId'),
                task.rhTaskId ? (
                  <Copied key="rh" text={task.rhTaskId} name={field('rhTaskId')} />
                ) : undefined,
              ],
              [field('engine'), templateEngines[task.templateSnap.engine].label],
              [field('createTime'), exactTime(task.createTime)],
              [field('submitTime'), time(task.submitTime)],
              [field('finishTime'), time(task.finishTime)],
              [
                field('costSec'),
                task.costSec > 0
                  ? translate('resources.tasks.seconds', { count: Math.round(task.costSec) })
                  : undefined,
              ],
              [field('attempts'), task.attempts > 0 ? task.attempts : undefined],
              [
                field('costCredits'),
                translate('resources.tasks.held', {
                  count: task.costCredits,
                  paid: task.held.paid,
                  gift: task.held.gift,
                }),
              ],
              [
                field('isRefunded'),
                translate(task.isRefunded ? 'list.yes' : 'list.no') +
                  (task.refundReason && task.refundReason !== task.errorText
                    ? `（${task.refundReason}）`
                    : ''),
              ],
              [field('errorText'), taskReason(task) || undefined],
              [translate('resources.tasks.errorCode'), task.errorCode || undefined],
              [field('rating'), task.rating ?? undefined],
            ]}
          />
        </Box>
      </Box>
      <TaskActions task={task} userStatus={userStatus} />
    </Box>
  );
};

const Heading = ({ children }: { children: string }) => (
  <Typography component="h3" sx={{ fontSize: '0.8125rem', fontWeight: 600, mb: 1 }}>
    {children}
  </Typography>
);

const Copied = ({ text, name }: { text: string; name: string }) => (
  <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'flex-end', gap: 0.5 }}>
    {text}
    <CopyText text={text} name={name} />
  </Box>
);

/** What the user gave, under the names the template gives it. */
const TaskInputs = ({ task }: { task: RecordOf<Task> }) => {
  const translate = useTranslate();
  const { data: template } = useGetOne<RecordOf<Template>>(
    'templates',
    { id: task.templateId },
    // Without the template the keys are shown.
    { enabled: task.templateId !== '', staleTime: 60_000, retry: false, onError: () => undefined },
  );
  const labels = new Map(template?.inputs.map(input => [input.key, input]));
  if (task.inputs.length === 0) {
    return <Quiet>{translate('resources.tasks.noInputs')}</Quiet>;
  }
  return (
    <FactList
      facts={task.inputs.map(({ key, value, filePath }) => {
        const input = labels.get(key);
        const label = input?.label ?? key;
        if (filePath) {
          return [
            label,
            <ZoomableImage key={key} src={filePath} alt={label} width={96} height={96} />,
          ] as const;
        }
        if (typeof value === 'boolean') {
          return [label, translate(value ? 'list.yes' : 'list.no')] as const;
        }
        const option = input?.options?.find(one => one.value === value);
        return [label, option?.label ?? (value === null ? null : String(value))] as const;
      })}
    />
  );
};

const { reason } = taskActions.refundTaskCredits.input.shape;
const touch = { '& .MuiButton-root': { minHeight: { xs: 44, sm: 0 } } } as const;

interface TaskActionsProps {
  task: RecordOf<Task>;
  userStatus: UserStatus;
}

/** The actions that a task's state allows. */
const TaskActions = ({ task, userStatus }: TaskActionsProps) => {
  const t = useTexts('resources.tasks');
  const invoke = useInvoke();
  const { id, held, costCredits } = task;
  const count = heldCredits(task);
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, ...touch }}>
      {maySync(task) && (
        <RunButton
          label={t('sync.action')}
          done={t('sync.done')}
          run={() => invoke('adminTask', 'syncTask', { id })}
        />
      )}
      {mayCancel(task) && (
        <DialogButton
          button={{ color: 'error' }}
          texts="resources.tasks.cancel"
          values={{ count }}
          fields={{ reason }}
          labels="tasks"
          danger
          run={input => invoke('adminTask', 'cancelTask', { id, ...input })}
        />
      )}
      {userStatus === 'normal' && mayRetry(task) && (
        <DialogButton
          texts="resources.tasks.retry"
          values={{ count: costCredits }}
          fields={{ free: z.boolean() }}
          defaults={{ free: true }}
          run={({ free }, idemKey) => invoke('adminTask', 'retryTask', { id, free, idemKey })}
        >
          <BooleanInput
            source="free"
            label={t('retry.free')}
            helperText={t('retry.paid', { count: costCredits })}
          />
        </DialogButton>
      )}
      {userStatus !== 'deleted' && mayRefund(task) && (
        <DialogButton
          texts="resources.tasks.refund"
          values={{ ...held, count }}
          fields={{ reason }}
          labels="tasks"
          run={input => invoke('adminTask', 'refundTaskCredits', { id, ...input })}
        />
      )}
    </Box>
  );
};

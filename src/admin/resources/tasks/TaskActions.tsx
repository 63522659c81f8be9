import { Box } from '@mui/material';
import { BooleanInput } from 'react-admin';
import { type Task, taskActions } from '#contract/task.ts';
import type { UserStatus } from '#contract/user.ts';
import { z } from '#contract/zod.ts';
import { ActionDialog } from '../../kit/action/ActionDialog.tsx';
import { ActionButton, RunButton } from '../../kit/action/buttons.tsx';
import { ReasonInput } from '../../kit/action/ReasonInput.tsx';
import { type RecordOf, useInvoke, useTexts } from '../../kit/base/hooks.ts';
import { heldCredits, mayCancel, mayRefund, mayRetry, maySync } from './legalTaskActs.ts';

const { reason } = taskActions.refundTaskCredits.input.shape;
const touch = { '& .MuiButton-root': { minHeight: { xs: 44, sm: 0 } } } as const;

interface TaskProps {
  task: RecordOf<Task>;
}

/** The actions that a task's state allows. */
export const TaskActions = ({ task, userStatus }: TaskProps & { userStatus: UserStatus }) => (
  <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, ...touch }}>
    {maySync(task) && <SyncButton task={task} />}
    {mayCancel(task) && <CancelButton task={task} />}
    {userStatus === 'normal' && mayRetry(task) && <RetryButton task={task} />}
    {userStatus !== 'deleted' && mayRefund(task) && <RefundButton task={task} />}
  </Box>
);

const SyncButton = ({ task }: TaskProps) => {
  const t = useTexts('resources.tasks.sync');
  const invoke = useInvoke();
  return (
    <RunButton
      label={t('action')}
      done={t('done')}
      run={() => invoke('adminTask', 'syncTask', { id: task.id })}
    />
  );
};

const CancelButton = ({ task: { id, held } }: TaskProps) => {
  const t = useTexts('resources.tasks.cancel');
  const invoke = useInvoke();
  return (
    <ActionButton
      label={t('action')}
      color="error"
      dialog={
        <ActionDialog
          texts="resources.tasks.cancel"
          values={{ count: heldCredits({ held }) }}
          fields={{ reason }}
          labels="tasks"
          danger
          run={input => invoke('adminTask', 'cancelTask', { id, ...input })}
        >
          <ReasonInput />
        </ActionDialog>
      }
    />
  );
};

const RetryButton = ({ task: { id, costCredits } }: TaskProps) => {
  const t = useTexts('resources.tasks.retry', { count: costCredits });
  const invoke = useInvoke();
  return (
    <ActionButton
      label={t('action')}
      dialog={
        <ActionDialog
          texts="resources.tasks.retry"
          values={{ count: costCredits }}
          fields={{ free: z.boolean() }}
          defaults={{ free: true }}
          run={({ free }, idemKey) => invoke('adminTask', 'retryTask', { id, free, idemKey })}
        >
          <BooleanInput source="free" label={t('free')} helperText={t('paid')} />
        </ActionDialog>
      }
    />
  );
};

const RefundButton = ({ task: { id, held } }: TaskProps) => {
  const t = useTexts('resources.tasks.refund');
  const invoke = useInvoke();
  return (
    <ActionButton
      label={t('action')}
      dialog={
        <ActionDialog
          texts="resources.tasks.refund"
          values={{ ...held, count: heldCredits({ held }) }}
          fields={{ reason }}
          labels="tasks"
          run={input => invoke('adminTask', 'refundTaskCredits', { id, ...input })}
        >
          <ReasonInput />
        </ActionDialog>
      }
    />
  );
};

import { Box } from '@mui/material';
import { BooleanInput, useTranslate } from 'react-admin';
import { type Task, taskActions } from '#contract/task.ts';
import type { UserStatus } from '#contract/user.ts';
import { z } from '#contract/zod.ts';
import { ActionButton } from '../../kit/action/ActionButton.tsx';
import { ActionDialog } from '../../kit/action/ActionDialog.tsx';
import { ReasonInput } from '../../kit/action/ReasonInput.tsx';
import { RunButton } from '../../kit/action/RunButton.tsx';
import { useInvoke } from '../../kit/base/InvokeContext.ts';
import type { RecordOf } from '../../kit/base/record.ts';
import { heldCredits, mayCancel, mayRefund, mayRetry, maySync } from './legalTaskActs.ts';

const { reason } = taskActions.refundTaskCredits.input.shape;
const touch = { '& .MuiButton-root': { minHeight: { xs: 44, sm: 0 } } } as const;

/** The actions that a task's state allows. */
export const TaskActions = (props: { task: RecordOf<Task>; userStatus: UserStatus }) => {
  const { task, userStatus } = props;
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, ...touch }}>
      {maySync(task) && <SyncButton task={task} />}
      {mayCancel(task) && <CancelButton task={task} />}
      {userStatus === 'normal' && mayRetry(task) && <RetryButton task={task} />}
      {userStatus !== 'deleted' && mayRefund(task) && (
        <RefundButton task={task} held={heldCredits(task)} />
      )}
    </Box>
  );
};

const SyncButton = ({ task }: { task: RecordOf<Task> }) => {
  const translate = useTranslate();
  const invoke = useInvoke();
  return (
    <RunButton
      label={translate('resources.tasks.sync.action')}
      done={translate('resources.tasks.sync.done')}
      run={() => invoke('adminTask', 'syncTask', { id: task.id })}
    />
  );
};

const CancelButton = ({ task }: { task: RecordOf<Task> }) => {
  const translate = useTranslate();
  const invoke = useInvoke();
  const say = (key: string) =>
    translate(`resources.tasks.cancel.${key}`, { count: heldCredits(task) });
  return (
    <ActionButton
      label={say('action')}
      color="error"
      dialog={close => (
        <ActionDialog
          title={say('title')}
          facts={say('effect')}
          fields={{ reason }}
          labels="tasks"
          submit={say('submit')}
          danger
          done={say('done')}
          run={values =>
            invoke('adminTask', 'cancelTask', { id: task.id, reason: String(values['reason']) })
          }
          onClose={close}
        >
          <ReasonInput suggestions="resources.tasks.cancel.reasons" />
        </ActionDialog>
      )}
    />
  );
};

const RetryButton = ({ task }: { task: RecordOf<Task> }) => {
  const translate = useTranslate();
  const invoke = useInvoke();
  const say = (key: string) =>
    translate(`resources.tasks.retry.${key}`, { count: task.costCredits });
  return (
    <ActionButton
      label={say('action')}
      dialog={close => (
        <ActionDialog
          title={say('title')}
          facts={say('effect')}
          fields={{ free: z.boolean() }}
          defaults={{ free: true }}
          submit={say('submit')}
          done={say('done')}
          run={(values, idemKey) =>
            invoke('adminTask', 'retryTask', {
              id: task.id,
              free: values['free'] === true,
              idemKey,
            })
          }
          onClose={close}
        >
          <BooleanInput source="free" label={say('free')} helperText={say('paid')} />
        </ActionDialog>
      )}
    />
  );
};

const RefundButton = ({ task, held }: { task: RecordOf<Task>; held: number }) => {
  const translate = useTranslate();
  const invoke = useInvoke();
  const say = (key: string) =>
    translate(`resources.tasks.refund.${key}`, {
      count: held,
      paid: task.held.paid,
      gift: task.held.gift,
    });
  return (
    <ActionButton
      label={say('action')}
      dialog={close => (
        <ActionDialog
          title={say('title')}
          facts={say('effect')}
          fields={{ reason }}
          labels="tasks"
          submit={say('submit')}
          done={say('done')}
          run={values =>
            invoke('adminTask', 'refundTaskCredits', {
              id: task.id,
              reason: String(values['reason']),
            })
          }
          onClose={close}
        >
          <ReasonInput suggestions="resources.tasks.refund.reasons" />
        </ActionDialog>
      )}
    />
  );
};

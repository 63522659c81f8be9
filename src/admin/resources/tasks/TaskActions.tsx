import { Box } from '@mui/material';
import { type Task, taskActions } from '#contract/task.ts';
import type { UserStatus } from '#contract/user.ts';
import { z } from '#contract/zod.ts';
import { DialogButton } from '../../kit/action/ActionDialog.tsx';
import {
  ActionForm,
  ReasonInput,
  SubmitButton,
  UserNoteInput,
} from '../../kit/action/ActionForm.tsx';
import { RunButton } from '../../kit/action/buttons.tsx';
import { useCan } from '../../kit/base/CanAccess.tsx';
import { type RecordOf, useDataProvider, useTexts } from '../../kit/base/hooks.ts';
import { BooleanInput } from '../../kit/form/inputs.tsx';
import {
  heldCredits,
  mayCancel,
  mayRefund,
  mayResolve,
  mayRetry,
  mayReview,
  maySync,
} from './legalTaskActs.ts';

const { reason, userNote } = taskActions.refundTaskCredits.input.shape;
const { note } = taskActions.resolveCharge.input.shape;
const touch = { '& .MuiButton-root': { minHeight: { xs: 44, sm: 0 } } } as const;

export interface TaskActionsProps {
  task: RecordOf<Task>;
  userStatus: UserStatus;
}

/**
 * The actions that a task's state allows. None of them sends the version that was read: the engine changes a running
 * task all the time, and the server judges each action by the task's state.
 */
export const TaskActions = ({ task, userStatus }: TaskActionsProps) => {
  const t = useTexts('resources.tasks');
  const { invoke } = useDataProvider();
  const { id, held, costCredits } = task;
  const count = heldCredits(task);
  const mayAct = useCan()('tasks.write');
  if (!mayAct) return null;
  return (
    <Box
      sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, '&:empty': { display: 'none' }, ...touch }}
    >
      {mayReview(task) && (
        <>
          <RunButton
            variant="contained"
            label={t('pass.action')}
            done={t('pass.done')}
            run={() => invoke('adminTask', 'passTask', { id })}
          />
          <DialogButton
            button={{ color: 'error' }}
            texts="resources.tasks.reject"
            values={{ count }}
          >
            <ActionForm
              facts={count > 0 ? undefined : t('reject.factsFree')}
              fields={{ reason, userNote }}
              resource="tasks"
              run={input => invoke('adminTask', 'rejectTask', { id, ...input })}
              submit={<SubmitButton danger />}
            >
              <ReasonInput />
              <UserNoteInput />
            </ActionForm>
          </DialogButton>
        </>
      )}
      {maySync(task) && (
        <RunButton
          label={t('sync.action')}
          done={t('sync.done')}
          run={() => invoke('adminTask', 'syncTask', { id })}
        />
      )}
      {mayCancel(task) && (
        <DialogButton button={{ color: 'error' }} texts="resources.tasks.cancel" values={{ count }}>
          <ActionForm
            facts={count > 0 ? undefined : t('cancel.factsFree')}
            fields={{ reason, userNote }}
            resource="tasks"
            run={input => invoke('adminTask', 'cancelTask', { id, ...input })}
            done={count > 0 ? undefined : t('cancel.doneFree')}
            submit={<SubmitButton danger />}
          >
            <ReasonInput />
            {task.userId !== '' && <UserNoteInput />}
          </ActionForm>
        </DialogButton>
      )}
      {mayResolve(task) && (
        <DialogButton texts="resources.tasks.resolve">
          <ActionForm
            fields={{ note }}
            resource="tasks"
            run={input => invoke('adminTask', 'resolveCharge', { id, ...input })}
          >
            <ReasonInput source="note" />
          </ActionForm>
        </DialogButton>
      )}
      {userStatus === 'normal' && mayRetry(task) && (
        <DialogButton texts="resources.tasks.retry" values={{ count: costCredits }}>
          <ActionForm
            fields={{ free: z.boolean() }}
            defaultValues={{ free: true }}
            run={({ free }, idemKey) => invoke('adminTask', 'retryTask', { id, free, idemKey })}
          >
            {costCredits > 0 && (
              <BooleanInput
                source="free"
                label={t('retry.free')}
                helperText={t('retry.paid', { count: costCredits })}
              />
            )}
          </ActionForm>
        </DialogButton>
      )}
      {userStatus !== 'deleted' && mayRefund(task) && (
        <DialogButton texts="resources.tasks.refund" values={{ ...held, count }}>
          <ActionForm
            fields={{ reason, userNote }}
            resource="tasks"
            run={input => invoke('adminTask', 'refundTaskCredits', { id, ...input })}
          >
            <ReasonInput />
            <UserNoteInput />
          </ActionForm>
        </DialogButton>
      )}
    </Box>
  );
};

import BlockIcon from '@mui/icons-material/Block';
import ReplayIcon from '@mui/icons-material/Replay';
import SyncIcon from '@mui/icons-material/Sync';
import UndoIcon from '@mui/icons-material/Undo';
import { Box, TextField } from '@mui/material';
import { type ReactNode, useState } from 'react';
import { useListContext } from 'react-admin';
import { type Task, taskActions } from '#contract/task.ts';
import { type RecordOf, useInvoke, useTexts } from '../../kit/base/hooks.ts';
import { BulkActionButton } from '../../kit/list/BulkActionButton.tsx';
import { mayCancel, mayRefund, mayRetry, maySync } from './legalTaskActs.ts';

/** Only actions possible for at least one selected task; the others are refused with a reason. */
export const TaskBulkActions = () => {
  const invoke = useInvoke();
  const t = useTexts('resources.tasks');
  const { data = [], selectedIds } = useListContext<RecordOf<Task>>();
  const selected = data.filter(({ id }) => selectedIds.includes(id));
  return (
    <>
      {selected.some(maySync) && (
        <BulkActionButton
          label={t('sync.action')}
          icon={<SyncIcon />}
          title={count => t('bulk.sync.title', { count })}
          actOn={({ id }) => invoke('adminTask', 'syncTask', { id: String(id) })}
        >
          {t('bulk.sync.facts')}
        </BulkActionButton>
      )}
      {selected.some(mayRetry) && (
        <BulkActionButton
          label={t('retry.free')}
          icon={<ReplayIcon />}
          title={count => t('bulk.retry.title', { count })}
          actOn={({ id }) =>
            invoke('adminTask', 'retryTask', {
              id: String(id),
              free: true,
              idemKey: crypto.randomUUID(),
            })
          }
        >
          {t('bulk.retry.facts')}
        </BulkActionButton>
      )}
      {selected.some(mayRefund) && (
        <ReasonedButton
          act="refund"
          icon={<UndoIcon />}
          run={(id, reason) => invoke('adminTask', 'refundTaskCredits', { id, reason })}
        />
      )}
      {selected.some(mayCancel) && (
        <ReasonedButton
          act="cancel"
          icon={<BlockIcon />}
          danger
          run={(id, reason) => invoke('adminTask', 'cancelTask', { id, reason })}
        />
      )}
    </>
  );
};

interface ReasonedButtonProps {
  act: 'refund' | 'cancel';
  icon: ReactNode;
  danger?: boolean;
  run: (id: string, reason: string) => Promise<unknown>;
}

const rule = taskActions.cancelTask.input.shape.reason;

/** One reason for all of them, which their users may be told. */
const ReasonedButton = ({ act, icon, danger = false, run }: ReasonedButtonProps) => {
  const t = useTexts('resources.tasks');
  const [reason, setReason] = useState('');
  const { success, data, error } = rule.safeParse(reason);
  return (
    <BulkActionButton
      label={t(`${act}.action`)}
      icon={icon}
      {...(danger && { color: 'error' as const })}
      title={count => t(`bulk.${act}.title`, { count })}
      canConfirm={success}
      actOn={({ id }) => run(String(id), data ?? '')}
    >
      <Box sx={{ display: 'grid', gap: 1.5 }}>
        {t(`bulk.${act}.facts`)}
        <TextField
          label={t('fields.reason')}
          value={reason}
          onChange={({ target }) => setReason(target.value)}
          error={reason.trim() !== '' && !success}
          helperText={reason.trim() !== '' && error?.issues[0]?.message}
          autoComplete="off"
          fullWidth
        />
      </Box>
    </BulkActionButton>
  );
};

import BlockIcon from '@mui/icons-material/Block';
import CheckIcon from '@mui/icons-material/Check';
import CloseIcon from '@mui/icons-material/Close';
import FactCheckIcon from '@mui/icons-material/FactCheckOutlined';
import ReplayIcon from '@mui/icons-material/Replay';
import SyncIcon from '@mui/icons-material/Sync';
import UndoIcon from '@mui/icons-material/Undo';
import { type Task, taskActions } from '#contract/task.ts';
import { useDataProvider, useTexts } from '../../kit/base/hooks.ts';
import { BulkActionButton } from '../../kit/list/BulkActionButton.tsx';
import { BulkReasonButton } from '../../kit/list/BulkReasonButton.tsx';
import { useAnySelected } from '../../kit/list/SelectionScope.tsx';
import { mayCancel, mayRefund, mayResolve, mayRetry, mayReview, maySync } from './legalTaskActs.ts';

const { reason, userNote: noteRule } = taskActions.cancelTask.input.shape;
const { note } = taskActions.resolveCharge.input.shape;

/** Only actions possible for at least one selected task; the others are refused with a reason. */
export const TaskBulkActions = () => {
  const { invoke } = useDataProvider();
  const t = useTexts('resources.tasks');
  const may = useAnySelected<Task>();
  const words = (act: 'refund' | 'cancel' | 'resolve' | 'reject') => ({
    label: t(`${act}.action`),
    title: (count: number) => t(`bulk.${act}.title`, { count }),
    facts: t(`bulk.${act}.facts`),
  });
  const inputs = (act: 'refund' | 'cancel' | 'reject') => ({
    ...words(act),
    reasonLabel: t('fields.reason'),
    rule: reason,
    userNote: { label: t('fields.userNote'), help: t(`${act}.userNoteHelp`), rule: noteRule },
  });
  return (
    <>
      {may(mayReview) && (
        <>
          <BulkActionButton
            label={t('pass.action')}
            icon={<CheckIcon />}
            title={count => t('bulk.pass.title', { count })}
            actOn={({ id }) => invoke('adminTask', 'passTask', { id: String(id) })}
          >
            {t('bulk.pass.facts')}
          </BulkActionButton>
          <BulkReasonButton
            {...inputs('reject')}
            icon={<CloseIcon />}
            color="error"
            run={(id, reason, note) =>
              invoke('adminTask', 'rejectTask', { id, reason, userNote: note })
            }
          />
        </>
      )}
      {may(maySync) && (
        <BulkActionButton
          label={t('sync.action')}
          icon={<SyncIcon />}
          title={count => t('bulk.sync.title', { count })}
          actOn={({ id }) => invoke('adminTask', 'syncTask', { id: String(id) })}
        >
          {t('bulk.sync.facts')}
        </BulkActionButton>
      )}
      {may(mayRetry) && (
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
      {may(mayRefund) && (
        <BulkReasonButton
          {...inputs('refund')}
          icon={<UndoIcon />}
          run={(id, reason, note) =>
            invoke('adminTask', 'refundTaskCredits', { id, reason, userNote: note })
          }
        />
      )}
      {may(mayResolve) && (
        <BulkReasonButton
          {...words('resolve')}
          icon={<FactCheckIcon />}
          reasonLabel={t('fields.note')}
          rule={note}
          run={(id, note) => invoke('adminTask', 'resolveCharge', { id, note })}
        />
      )}
      {may(mayCancel) && (
        <BulkReasonButton
          {...inputs('cancel')}
          icon={<BlockIcon />}
          color="error"
          run={(id, reason, note) =>
            invoke('adminTask', 'cancelTask', { id, reason, userNote: note })
          }
        />
      )}
    </>
  );
};

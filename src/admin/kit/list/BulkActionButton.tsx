import { Button, type ButtonProps, Dialog, DialogActions, DialogTitle } from '@mui/material';
import { type ReactNode, useId } from 'react';
import { useTranslate } from 'react-admin';
import { BulkProgress } from './BulkProgress.tsx';
import type { BulkAct } from './runBulk.ts';
import { useBulkAction } from './useBulkAction.ts';

export type BulkActionButtonProps = BulkAct & {
  label: string;
  icon?: ReactNode;
  color?: ButtonProps['color'];
  /** The question, with the number of records it is about. */
  title: (count: number) => string;
  /** The effect on the records; inputs too, if the action has any. */
  children?: ReactNode;
  confirmLabel?: string;
  /** False while inputs among `children` are not complete. */
  canConfirm?: boolean;
  /** Navigates away after at least one record was changed. */
  next?: ReactNode;
};

/**
 * Acts on the selected records, or on all that match the filter, after a confirmation with their number; shows the
 * progress, can be cancelled, and lists the refused records with reasons.
 */
export const BulkActionButton = ({
  label,
  icon,
  color = 'inherit',
  title,
  children,
  confirmLabel = label,
  canConfirm = true,
  next,
  ...act
}: BulkActionButtonProps) => {
  const translate = useTranslate();
  const titleId = useId();
  const bulk = useBulkAction(act);
  const { phase, records, refusals } = bulk;
  const busy = phase === 'running';
  return (
    <>
      <Button size="small" color={color} startIcon={icon} onClick={bulk.open}>
        {label}
      </Button>
      <Dialog
        open={phase !== 'closed'}
        onClose={() => !busy && bulk.close()}
        maxWidth="xs"
        fullWidth
        aria-labelledby={titleId}
      >
        <DialogTitle id={titleId}>
          {phase === 'reading' || phase === 'unreadable' ? label : title(records.length)}
        </DialogTitle>
        <BulkProgress {...bulk}>{children}</BulkProgress>
        <DialogActions>
          {busy ? (
            <Button onClick={bulk.cancel}>{translate('list.bulk.stop')}</Button>
          ) : (
            <Button onClick={bulk.close} autoFocus={phase !== 'asking' || color === 'error'}>
              {translate(phase === 'finished' ? 'list.delete.close' : 'list.delete.cancel')}
            </Button>
          )}
          {phase === 'unreadable' && (
            <Button variant="outlined" onClick={bulk.open}>
              {translate('list.failed.retry')}
            </Button>
          )}
          {phase === 'finished' && refusals.length > 0 && (
            <Button variant="outlined" onClick={bulk.retry}>
              {translate('list.bulk.retry', { count: refusals.length })}
            </Button>
          )}
          {phase === 'finished' && bulk.done > refusals.length && next}
          {(phase === 'asking' || busy) && (
            <Button
              variant="contained"
              color={color === 'inherit' ? 'primary' : color}
              loading={busy}
              disabled={!canConfirm || records.length === 0}
              onClick={bulk.confirm}
            >
              {confirmLabel}
            </Button>
          )}
        </DialogActions>
      </Dialog>
    </>
  );
};

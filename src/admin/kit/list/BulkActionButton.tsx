import { Button, type ButtonProps, Dialog, DialogActions, DialogTitle } from '@mui/material';
import { type ReactNode, useId } from 'react';
import { useTranslate } from 'react-admin';
import type { Right } from '#contract/rights/rights.ts';
import { useCan, useMayAccess } from '../base/CanAccess.tsx';
import { BulkProgress } from './BulkProgress.tsx';
import type { BulkAct } from './runBulk.ts';
import { useBulkAction } from './useBulkAction.ts';

export type BulkActionButtonProps = BulkAct & {
  label: string;
  /** Without it there is no button; by default that of editing. */
  right?: Right;
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
  right,
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
  const can = useCan();
  const mayAccess = useMayAccess();
  if (right ? !can(right) : !mayAccess({ action: 'edit' })) return null;
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

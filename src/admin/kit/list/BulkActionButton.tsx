import {
  Alert,
  Box,
  Button,
  type ButtonProps,
  Dialog,
  DialogActions,
  DialogContent,
  DialogContentText,
  DialogTitle,
  LinearProgress,
  Typography,
} from '@mui/material';
import { type ReactNode, useId } from 'react';
import {
  type RaRecord,
  useGetRecordRepresentation,
  useResourceContext,
  useTranslate,
} from 'react-admin';
import type { Right } from '#contract/rights/rights.ts';
import { formatTotal } from '../../../shared/count.ts';
import { RecordNames } from '../action/RecordNames.tsx';
import { useCan } from '../base/CanAccess.tsx';
import { useTexts } from '../base/hooks.ts';
import { PlainList } from '../base/PlainList.tsx';
import { useTypedClose } from '../base/useTypedClose.ts';
import type { BulkAct, Refusal } from './runBulk.ts';
import { type BulkPhase, useBulkAction } from './useBulkAction.ts';

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
  const typed = useTypedClose(bulk.close);
  const busy = phase === 'running';
  const can = useCan();
  if (!can(right ?? { action: 'edit' })) return null;
  return (
    <>
      <Button size="small" color={color} startIcon={icon} onClick={bulk.open}>
        {label}
      </Button>
      <Dialog
        open={phase !== 'closed'}
        {...typed}
        onClose={() => !busy && (phase === 'asking' ? typed.onClose : bulk.close)()}
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

interface BulkProgressProps {
  phase: BulkPhase;
  records: readonly RaRecord[];
  done: number;
  total: number | undefined;
  refusals: Refusal[];
  failure: string;
  children?: ReactNode;
}

/** Further reasons are only counted. */
const SHOWN = 200;

const share = (done: number, total = 0) => (total > 0 ? (done / total) * 100 : 0);

/** The content of a bulk action's dialog: the records and the facts, then the progress, then the result. */
const BulkProgress = ({
  phase,
  records,
  done,
  total,
  refusals,
  failure,
  children,
}: BulkProgressProps) => {
  const t = useTexts('list.bulk');
  const count = records.length;
  return (
    <DialogContent aria-live="polite">
      {phase === 'reading' && (
        <Progress
          text={t('reading', { done, count: formatTotal(total) })}
          value={share(done, total)}
        />
      )}
      {phase === 'unreadable' && <Alert severity="error">{failure}</Alert>}
      {phase === 'asking' && (
        <DialogContentText component="div">
          <RecordNames records={records} />
          {children}
        </DialogContentText>
      )}
      {phase === 'running' && (
        <Progress text={t('running', { done, count })} value={share(done, count)} />
      )}
      {phase === 'finished' && (
        <Alert severity={refusals.length > 0 || done < count ? 'warning' : 'success'}>
          {[
            refusals.length > 0
              ? t('result', { done: done - refusals.length, failed: refusals.length })
              : t('allDone', { count: done }),
            done < count && t('stopped', { count: count - done }),
          ]
            .filter(Boolean)
            .join('，')}
        </Alert>
      )}
      {refusals.length > 0 && <Refusals refusals={refusals} />}
    </DialogContent>
  );
};

const Progress = ({ text, value }: { text: string; value: number }) => (
  <>
    <DialogContentText gutterBottom>{text}</DialogContentText>
    <LinearProgress variant="determinate" value={value} aria-label={text} />
  </>
);

const Refusals = ({ refusals }: { refusals: Refusal[] }) => {
  const t = useTexts('list.bulk');
  const represent = useGetRecordRepresentation(useResourceContext() ?? '');
  return (
    <PlainList
      tabIndex={0}
      aria-label={t('refusals')}
      sx={{ mt: 1.5, maxHeight: 260, overflowY: 'auto' }}
    >
      {refusals.slice(0, SHOWN).map(({ record, message }) => (
        <Box key={record.id} component="li" sx={{ py: 0.75, borderTop: 1, borderColor: 'divider' }}>
          <Typography variant="body2" sx={{ fontWeight: 500, overflowWrap: 'anywhere' }}>
            {represent(record)}
          </Typography>
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            {message}
          </Typography>
        </Box>
      ))}
      {refusals.length > SHOWN && (
        <Typography component="li" variant="body2" sx={{ pt: 1, color: 'text.secondary' }}>
          {t('more', { count: refusals.length - SHOWN })}
        </Typography>
      )}
    </PlainList>
  );
};

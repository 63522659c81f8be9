import {
  Alert,
  Box,
  DialogContent,
  DialogContentText,
  LinearProgress,
  Typography,
} from '@mui/material';
import type { ReactNode } from 'react';
import { type RaRecord, useGetRecordRepresentation, useResourceContext } from 'react-admin';
import { formatTotal } from '../../../shared/count.ts';
import { RecordNames } from '../action/RecordNames.tsx';
import { useTexts } from '../base/hooks.ts';
import { PlainList } from '../base/PlainList.tsx';
import type { Refusal } from './runBulk.ts';
import type { BulkPhase } from './useBulkAction.ts';

export interface BulkProgressProps {
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
export const BulkProgress = ({
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

import {
  Alert,
  Box,
  DialogContent,
  DialogContentText,
  LinearProgress,
  Typography,
} from '@mui/material';
import type { ReactNode } from 'react';
import {
  type RaRecord,
  useGetRecordRepresentation,
  useResourceContext,
  useTranslate,
} from 'react-admin';
import { formatTotal } from '../../../shared/count.ts';
import { RecordNames } from '../action/RecordNames.tsx';
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
  const translate = useTranslate();
  const count = records.length;
  return (
    <DialogContent aria-live="polite">
      {phase === 'reading' && (
        <Progress
          text={translate('list.bulk.reading', { done, count: formatTotal(total) })}
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
        <Progress
          text={translate('list.bulk.running', { done, count })}
          value={share(done, count)}
        />
      )}
      {phase === 'finished' && (
        <Alert severity={refusals.length > 0 || done < count ? 'warning' : 'success'}>
          {[
            refusals.length > 0
              ? translate('list.bulk.result', {
                  done: done - refusals.length,
                  failed: refusals.length,
                })
              : translate('list.bulk.allDone', { count: done }),
            done < count && translate('list.bulk.stopped', { count: count - done }),
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
  const translate = useTranslate();
  const represent = useGetRecordRepresentation(useResourceContext() ?? '');
  return (
    <PlainList
      tabIndex={0}
      aria-label={translate('list.bulk.refusals')}
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
          {translate('list.bulk.more', { count: refusals.length - SHOWN })}
        </Typography>
      )}
    </PlainList>
  );
};

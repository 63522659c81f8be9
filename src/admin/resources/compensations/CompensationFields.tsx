import { Box, LinearProgress } from '@mui/material';
import type { Compensation } from '#contract/compensation.ts';
import { formatCount } from '../../../shared/count.ts';
import { type RecordOf, useRecord, useTexts } from '../../kit/base/hooks.ts';
import { Quiet } from '../../kit/field/valueFields.tsx';

const treatedOf = ({ done, skipped, failed }: CompensationRecord) => done + skipped + failed;

/** How far it has come; a bar while it is at work. */
export const ProgressField = () => {
  const t = useTexts('resources.compensations');
  const record = useRecord<Compensation>();
  const treated = treatedOf(record);
  const text = t('progress', { done: formatCount(treated), total: formatCount(record.total) });
  return (
    <Box sx={{ minWidth: 96 }}>
      <Box sx={{ whiteSpace: 'nowrap' }}>{text}</Box>
      {isOpen(record) && (
        <LinearProgress
          variant="determinate"
          value={(100 * treated) / Math.max(1, record.total)}
          aria-label={text}
        />
      )}
    </Box>
  );
};

/** What each gets. */
export const EachField = () => {
  const t = useTexts('resources.compensations');
  const { what, amount, packageName } = useRecord<Compensation>();
  return (
    <>
      {t(`each.${what}`, { count: formatCount(amount) })}
      {what === 'membership' && (
        <Quiet component="span" small sx={{ display: 'block' }}>
          {packageName || t('ownMembership')}
        </Quiet>
      )}
    </>
  );
};

export const useSum = ({ what, sum }: Pick<CompensationRecord, 'what' | 'sum'>): string =>
  useTexts('resources.compensations.sums')(what, { count: formatCount(sum) });

export const SumField = () => <>{useSum(useRecord<Compensation>())}</>;

/** Of one that was stopped. */
export const leftOf = (record: CompensationRecord): number => record.total - treatedOf(record);

export type CompensationRecord = RecordOf<Compensation>;

/** How often one that is at work is read again. */
export const SOON_MS = 2_000;
export const isOpen = ({ status, approval }: Pick<Compensation, 'status' | 'approval'>): boolean =>
  (status === 'queued' && approval !== 'waiting') || status === 'running';

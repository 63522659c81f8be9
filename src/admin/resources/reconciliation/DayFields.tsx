import { Box } from '@mui/material';
import type { ReconciliationDay } from '#contract/reconciliation.ts';
import { formatYuan } from '../../../shared/money.ts';
import { useCreatePath, useRecord, useTexts } from '../../kit/base/hooks.ts';
import { None, PageLink, Quiet } from '../../kit/field/valueFields.tsx';
import { dayName, gapOf } from './records.ts';

/** The day is a link, so that a keyboard can open the row too. */
export const DayNameField = () => {
  const { id } = useRecord<ReconciliationDay>();
  const to = useCreatePath()({ resource: 'reconciliation', type: 'show', id });
  return (
    <PageLink to={to} strong sx={{ whiteSpace: 'nowrap' }}>
      {dayName(id)}
    </PageLink>
  );
};

/** A sum and how many it is made of. */
export const SumField = ({ fen, count }: { fen: number; count: number }) => {
  const t = useTexts('resources.reconciliation');
  if (count === 0) return <Nothing />;
  return (
    <Box sx={{ whiteSpace: 'nowrap' }}>
      {formatYuan(fen)}
      <Quiet component="span" tiny sx={{ display: 'block' }}>
        {t('count', { count })}
      </Quiet>
    </Box>
  );
};

/** With its sign: negative when something is missing here. */
export const GapText = ({ fen }: { fen: number }) => {
  if (fen === 0) return <Nothing />;
  return (
    <Box component="span" sx={{ color: 'error.main', fontWeight: 500, whiteSpace: 'nowrap' }}>
      {fen > 0 ? '+' : '−'}
      {formatYuan(Math.abs(fen))}
    </Box>
  );
};

export const GapField = ({ of }: { of: 'paidFen' | 'refundedFen' }) => {
  const record = useRecord<ReconciliationDay>();
  return <GapText fen={gapOf(record)[of]} />;
};

const Nothing = () => <None />;

import { Box } from '@mui/material';
import { orderStatuses } from '#contract/orderStates.ts';
import { refundStatuses } from '#contract/refund.ts';
import { formatYuan } from '../../../shared/money.ts';
import { exactTime } from '../../../shared/time.ts';
import { useRecord, useTexts } from '../../kit/base/hooks.ts';
import { None, PageLink, Quiet } from '../../kit/field/valueFields.tsx';
import { dayName, dayPath, type DifferenceRecord } from './records.ts';

const choices: Record<string, Record<string, { label: string }>> = {
  payment: orderStatuses,
  refund: refundStatuses,
};

/** The state of our record, or that there is none. */
const useOwnState = () => {
  const t = useTexts('resources.reconciliation/differences.own');
  return ({ of, ownStatus }: DifferenceRecord): string => {
    const label = choices[of]?.[ownStatus]?.label;
    return label ? t(of, { status: label }) : t('none');
  };
};

export const DayField = () => {
  const record = useRecord<DifferenceRecord>();
  return (
    <PageLink to={dayPath(record.day)} sx={{ color: 'text.primary', whiteSpace: 'nowrap' }}>
      {dayName(record.day)}
    </PageLink>
  );
};

/** The number both sides know, with the way to our record. */
export const DifferenceNumberField = () => {
  const stateOf = useOwnState();
  const record = useRecord<DifferenceRecord>();
  const { number, orderId } = record;
  return (
    <Box sx={{ minWidth: 0 }}>
      {orderId ? (
        <PageLink
          to={`/orders/${encodeURIComponent(orderId)}`}
          strong
          sx={{ whiteSpace: 'nowrap' }}
        >
          {number}
        </PageLink>
      ) : (
        <Box component="span" sx={{ fontWeight: 500, overflowWrap: 'anywhere' }}>
          {number}
        </Box>
      )}
      <Quiet tiny>{stateOf(record)}</Quiet>
    </Box>
  );
};

/** A sum and its time; a dash where that side has none. */
export const SideField = ({ fen, time }: { fen: number | null; time: number | null }) => {
  if (fen === null) return <None />;
  return (
    <Box sx={{ whiteSpace: 'nowrap' }}>
      {formatYuan(fen)}
      {time !== null && <Quiet tiny>{exactTime(time).slice(5)}</Quiet>}
    </Box>
  );
};

/** The explanation with its author, or when it was no longer found. */
export const OutcomeField = () => {
  const { status, note, closeBy, closeTime, resolution, resolveTime } =
    useRecord<DifferenceRecord>();
  const say = useTexts('resources.reconciliation/differences.outcome');
  const text =
    status === 'closed' && closeTime !== null
      ? [note, say('closed', { by: closeBy, time: exactTime(closeTime) })]
      : status === 'resolved' && resolveTime !== null
        ? [resolution, say('resolved', { time: exactTime(resolveTime) })]
        : [];
  return (
    <>
      {text.map(line => (
        <Quiet key={line} tiny sx={{ maxWidth: 240, overflowWrap: 'anywhere' }}>
          {line}
        </Quiet>
      ))}
    </>
  );
};

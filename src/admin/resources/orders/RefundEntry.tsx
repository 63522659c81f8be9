import { Box, LinearProgress } from '@mui/material';
import { afterVoidStates, type Refund, refundStatuses } from '#contract/refund.ts';
import { formatYuan } from '../../../shared/money.ts';
import { useTexts } from '../../kit/base/hooks.ts';
import { CopyText } from '../../kit/field/CopyText.tsx';
import { Quiet, StatusLabel, Time } from '../../kit/field/valueFields.tsx';
import { ApprovalState } from '../approvals/parts.ts';
import { RefundMessage } from '../messages/parts.ts';
import { lineName } from './lineNames.ts';
import type { OrderOnPage } from './orderRecord.ts';
import { isUnderWay } from './refreshEvery.ts';
import { RefundActs } from './RefundActs.tsx';

interface RefundEntryProps {
  refund: Refund;
  order: OrderOnPage;
}

/** One refund: its state and reason, and what to do if it needs a decision. */
export const RefundEntry = ({ refund, order }: RefundEntryProps) => {
  const t = useTexts('resources.refunds');
  const { _id, amountFen, status, reasonCode, reason, internalNote, applyBy } = refund;
  const help = helpFor(refund);
  return (
    <Box component="li" sx={{ px: 2, py: 1.5, borderTop: 1, borderColor: 'divider' }}>
      <Box sx={{ display: 'flex', alignItems: 'baseline', gap: 1.5, flexWrap: 'wrap' }}>
        <Box sx={{ fontWeight: 600, fontSize: '1rem' }}>{formatYuan(amountFen)}</Box>
        {refund.approval !== 'waiting' && (
          <Box sx={{ fontSize: '0.8125rem' }}>
            <StatusLabel {...refundStatuses[status]} />
          </Box>
        )}
        {refund.afterVoid !== 'none' && (
          <Box sx={{ fontSize: '0.8125rem' }}>
            <StatusLabel {...afterVoidStates[refund.afterVoid]} />
          </Box>
        )}
        <ApprovalState kind="refund" of={_id} approval={refund.approval} />
        <RefundMessage id={_id} among={paidOf(order)} />
        <Quiet small sx={{ ml: 'auto' }}>
          {applyBy && `${applyBy} · `}
          <Time instant={refund.createTime} />
        </Quiet>
      </Box>
      {isUnderWay(refund) && (
        <LinearProgress aria-label={t('underWay')} sx={{ my: 1, height: 2, borderRadius: 1 }} />
      )}
      <Quiet small sx={{ mt: 0.25, overflowWrap: 'anywhere' }}>
        {[reasonCode, reason].filter(Boolean).join(' · ')}
      </Quiet>
      {internalNote && (
        <Quiet small sx={{ overflowWrap: 'anywhere' }}>
          {t('noted', { text: internalNote })}
        </Quiet>
      )}
      <RefundedLines refund={refund} order={order} />
      <TakenBack refund={refund} />
      <Quiet tiny>
        {_id}
        <CopyText text={_id} name={t('number')} />
      </Quiet>
      {help && (
        <Box
          sx={{
            mt: 1,
            p: 1.25,
            borderRadius: 1,
            bgcolor: 'action.hover',
            fontSize: '0.8125rem',
          }}
        >
          {refund.failure && status !== 'success' && (
            <Box sx={{ fontWeight: 500, mb: 0.25 }}>{refund.failure}</Box>
          )}
          {t(`help.${help}`)}
          <Box sx={{ mt: 1, '&:empty': { mt: 0 } }}>
            <RefundActs refund={refund} order={order} />
          </Box>
        </Box>
      )}
    </Box>
  );
};

/** The numbers of the refunds that have arrived. */
const paidOf = ({ refunds = [] }: OrderOnPage) =>
  refunds.filter(({ status }) => status === 'success').map(({ _id }) => _id);

const helpFor = (refund: Refund) => {
  const { status, outcomeUnknown, afterVoid, voidTime, nextQueryTime, approval } = refund;
  if (approval === 'waiting') return 'waits';
  if (afterVoid === 'moved') return status === 'success' ? 'paidAfterVoid' : 'movedAfterVoid';
  if (status === 'success') return undefined;
  if (status === 'request_failed') return outcomeUnknown ? 'unknown' : 'refused';
  if (status === 'closed' && voidTime) return 'closedAfterVoid';
  if (status === 'voided') return nextQueryTime ? 'voided' : 'voidedForGood';
  return status;
};

/** The lines that it is about, if it names any. */
const RefundedLines = ({ refund: { items }, order: { lines = [] } }: RefundEntryProps) => {
  const t = useTexts('resources.orders.line');
  if (items.length === 0) return null;
  return (
    <Quiet small sx={{ overflowWrap: 'anywhere' }}>
      {items
        .map(({ itemIndex, qty, amountFen }) => {
          const line = lines[itemIndex];
          const name = line ? lineName(line, itemIndex, t) : t('gone');
          return `${name} × ${qty} ${formatYuan(amountFen)}`;
        })
        .join('、')}
    </Quiet>
  );
};

/** What was taken from the user, for good or as long as the refund is under way, or was given back. */
const TakenBack = ({ refund }: { refund: Refund }) => {
  const t = useTexts('resources.refunds');
  const { clawedBack, clawback, status } = refund;
  const credits = clawedBack ? clawedBack.paid + clawedBack.gift : clawback.credits;
  const days = (clawedBack ?? clawback).packageDays;
  const parts = [
    ...(credits > 0 ? [t('credits', { count: credits })] : []),
    ...(days > 0 ? [t('days', { count: days })] : []),
  ];
  if (parts.length === 0) return null;
  return (
    <Quiet small>
      {t(takenBackText(refund), { what: parts.join('、') })}
      {status === 'success' && refund.userReceivedAccount && ` · ${refund.userReceivedAccount}`}
    </Quiet>
  );
};

const takenBackText = ({ clawedBack, status }: Refund) => {
  if (clawedBack) return status === 'success' ? 'takenBack' : 'reserved';
  // Those made by earlier versions take it when the money has arrived.
  return status === 'created' || status === 'processing' || status === 'abnormal'
    ? 'willTakeBack'
    : 'givenBack';
};

import { Box } from '@mui/material';
import { useTranslate, useRecordContext } from 'react-admin';
import { orderStatuses } from '#contract/orderStates.ts';
import {
  differenceKinds,
  differenceStatuses,
  reconciliationActions,
  type ReconciliationDifference,
  reconciliationStatuses,
} from '#contract/reconciliation.ts';
import { refundStatuses } from '#contract/refund.ts';
import { formatYuan } from '../../../shared/money.ts';
import { exactTime } from '../../../shared/time.ts';
import { DialogButton } from '../../kit/action/ActionDialog.tsx';
import { ActionForm, ReasonInput } from '../../kit/action/ActionForm.tsx';
import { RunButton } from '../../kit/action/buttons.tsx';
import { useCan } from '../../kit/base/CanAccess.tsx';
import { useCreatePath, useDataProvider, useRecord, useTexts } from '../../kit/base/hooks.ts';
import { None, PageLink, Quiet, StatusField, StatusLabel } from '../../kit/field/valueFields.tsx';
import { DataTable, StatusColumn } from '../../kit/list/DataTable.tsx';
import { CardActions } from '../../kit/list/RecordCard.tsx';
import { dayName, type DifferenceRecord, mendOf } from './records.ts';

/** Actions to resolve a difference, after which its day is compared again, or to explain it. */
const DifferenceActs = () => {
  const say = useTexts('resources.reconciliation.run');
  const t = useTexts('resources.reconciliation/differences');
  const { invoke } = useDataProvider();
  const difference = useRecordContext<DifferenceRecord>();
  const can = useCan();
  if (difference?.status !== 'open' || !can('reconciliation.write')) return null;
  const { id, rev, number, kind, day, orderId, refundId } = difference;
  const mend = mendOf(difference);
  return (
    <Box component="span" sx={{ display: 'inline-flex', gap: 1 }}>
      {mend && can(mend === 'payment' ? 'orders.write' : 'orders.refund') && (
        <RunButton
          size="small"
          label={t(`mend.${mend}`)}
          run={async () => {
            if (mend === 'payment') await invoke('adminOrder', 'syncPayment', { id: orderId });
            else await invoke('adminOrder', 'syncRefund', { id: refundId });
            return invoke('adminReconciliation', 'runDay', { day });
          }}
          done={({ _id, status, failure }) =>
            failure ||
            say('done', { day: dayName(_id), status: reconciliationStatuses[status].label })
          }
        />
      )}
      <DialogButton
        texts="resources.reconciliation/differences.close"
        values={{ number, kind: differenceKinds[kind].label }}
        button={{ size: 'small' }}
      >
        <ActionForm
          fields={{ note: reconciliationActions.closeDifference.input.shape.note }}
          run={input => invoke('adminReconciliation', 'closeDifference', { id, rev, ...input })}
        >
          <ReasonInput source="note" submits />
        </ActionForm>
      </DialogButton>
    </Box>
  );
};

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
  const { day } = useRecord<ReconciliationDifference>();
  const to = useCreatePath()({ resource: 'reconciliation', type: 'show', id: day });
  return (
    <PageLink to={to} sx={{ color: 'text.primary', whiteSpace: 'nowrap' }}>
      {dayName(day)}
    </PageLink>
  );
};

/** The number both sides know, with the way to our record. */
const DifferenceNumberField = () => {
  const stateOf = useOwnState();
  const record = useRecord<ReconciliationDifference>();
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
const SideField = ({ fen, time }: { fen: number | null; time: number | null }) => {
  if (fen === null) return <None />;
  return (
    <Box sx={{ whiteSpace: 'nowrap' }}>
      {formatYuan(fen)}
      {time !== null && <Quiet tiny>{exactTime(time).slice(5)}</Quiet>}
    </Box>
  );
};

/** The explanation with its author, or when it was no longer found. */
const OutcomeField = () => {
  const { status, note, closeBy, closeTime, resolution, resolveTime } =
    useRecord<ReconciliationDifference>();
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

/** A difference on a phone. */
export const DifferenceCard = ({ isOfAnyDay = false }: { isOfAnyDay?: boolean }) => {
  const translate = useTranslate();
  const t = useTexts('resources.reconciliation/differences');
  const { kind, billFen, ownFen } = useRecord<ReconciliationDifference>();
  const sum = (fen: number | null) => (fen === null ? translate('list.none') : formatYuan(fen));
  return (
    <Box sx={{ display: 'grid', gap: 0.75, fontSize: '0.8125rem' }}>
      <Box sx={{ display: 'flex', justifyContent: 'space-between', gap: 1 }}>
        <StatusLabel {...differenceKinds[kind]} />
        <StatusField choices={differenceStatuses} />
      </Box>
      <Box sx={{ display: 'flex', justifyContent: 'space-between', gap: 1 }}>
        <DifferenceNumberField />
        {isOfAnyDay && <DayField />}
      </Box>
      <Box>{t('sides', { there: sum(billFen), ours: sum(ownFen) })}</Box>
      <OutcomeField />
      <CardActions sx={{ flexWrap: 'wrap', '&:empty': { display: 'none' } }}>
        <DifferenceActs />
      </CardActions>
    </Box>
  );
};

const Column = DataTable.Col<ReconciliationDifference>;

const ActsColumn = () =>
  useCan()('reconciliation.write') && (
    <Column source="acts" align="right" cellClassName="actions" field={DifferenceActs} />
  );

/** The columns of every table of differences; a table takes its columns as its own children. */
export const differenceColumns = () => [
  <StatusColumn key="kind" source="kind" cellClassName="nowrap" choices={differenceKinds} />,
  <Column key="number" source="number" field={DifferenceNumberField} />,
  <Column
    key="billFen"
    source="billFen"
    align="right"
    render={({ billFen, billTime }) => <SideField fen={billFen} time={billTime} />}
  />,
  <Column
    key="ownFen"
    source="ownFen"
    align="right"
    render={({ ownFen, ownTime }) => <SideField fen={ownFen} time={ownTime} />}
  />,
  <Column key="status" source="status">
    <StatusField choices={differenceStatuses} />
    <OutcomeField />
  </Column>,
  <ActsColumn key="acts" />,
];

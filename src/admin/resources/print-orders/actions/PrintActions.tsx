import type { ButtonProps } from '@mui/material';
import type { ReactNode } from 'react';
import type { PrintOrder } from '#contract/printOrder.ts';
import { printOrderActions } from '#contract/printOrderActions.ts';
import {
  manualPrintTransitions,
  needsReason,
  type PrintOrderStatus,
} from '#contract/printOrderStates.ts';
import { mayMove } from '#contract/states.ts';
import { line } from '#contract/zod.ts';
import { approvals } from '#i18n/zh/approvals.ts';
import { formatYuan } from '../../../../shared/money.ts';
import { duration } from '../../../../shared/time.ts';
import { ActionDialog } from '../../../kit/action/ActionDialog.tsx';
import { ActionForm, ReasonInput, SubmitButton } from '../../../kit/action/ActionForm.tsx';
import { ActionButton, RunButton } from '../../../kit/action/buttons.tsx';
import { useCan } from '../../../kit/base/CanAccess.tsx';
import { useDataProvider, useRecord, useTexts } from '../../../kit/base/hooks.ts';
import { useNow } from '../../../kit/base/useNow.ts';
import { MessageNotice } from '../../messages/parts.ts';
import { PhotosInput, RefundButton, ReprintButton, useOrder } from '../../orders/parts.ts';
import { ShipDialog, shipActOf } from './ShipDialog.tsx';

/** The allowed moves; the most frequent one is emphasised. */
export const PrintActions = () => {
  const { invoke } = useDataProvider();
  const t = useTexts('resources.print-orders.dialog');
  const may = useCan();
  const order = useRecord<PrintOrder>();
  const { id, rev, printNo, status, photoCount, batchNo, reprintOf, orderId, payFen } = order;
  const bought = useOrder(reprintOf ? '' : orderId, true);
  const mayMoveTo = (to: PrintOrderStatus) => mayMove(manualPrintTransitions, status, to);
  const button = (act: string, dialog: ReactNode, props: ButtonProps = {}) => (
    <ActionButton
      right="print-orders.write"
      label={t(`${act}.action`)}
      dialog={dialog}
      {...props}
    />
  );
  /** A move to another state, confirmed with its effect, and with a reason if one is required. */
  const move = (
    to: PrintOrderStatus,
    act: 'producing' | 'completed' | 'back' | 'cancelled',
    facts: string,
  ) => {
    const asks = needsReason(status, to) && (act === 'back' || act === 'cancelled');
    return (
      <ActionDialog texts={`resources.print-orders.dialog.${act}`} values={{ no: printNo }}>
        <ActionForm
          facts={facts}
          fields={asks ? { reason: line(200).min(1) } : {}}
          defaultValues={asks ? { reason: '' } : {}}
          run={input =>
            invoke('adminPrintOrder', 'updatePrintOrderStatus', { id, rev, status: to, ...input })
          }
          done={({ approvalId }) => (approvalId ? approvals.asked : t(`${act}.done`))}
          submit={<SubmitButton danger={act === 'cancelled'} />}
        />
      </ActionDialog>
    );
  };
  const cancelFacts = () => {
    if (reprintOf) return t('cancelled.free');
    if (status === 'pending') return t('cancelled.unpaid');
    const paid = t('cancelled.paid', { amount: formatYuan(payFen) });
    return may('orders.refund') ? paid : [paid, t('cancelled.asks')].join('');
  };
  const first: ButtonProps = { variant: 'contained' };
  return (
    <>
      {/* Its order may come later: first in a row that ends on the right, it moves no button under the pointer. */}
      {bought && <RefundButton order={bought} variant="outlined" />}
      {mayMoveTo('cancelled') &&
        button('cancelled', move('cancelled', 'cancelled', cancelFacts()), {
          color: 'error',
        })}
      {mayMoveTo('on_hold') && button('on_hold', <HoldDialog />)}
      {status === 'producing' &&
        button('back', move('confirmed', 'back', t('back.facts', { batchNo })))}
      <ReprintButton print={order} lines={bought?.lines} />
      {status === 'shipped' && button('correct', <ShipDialog />)}
      {status === 'paid' && (
        <RunButton
          right="print-orders.write"
          {...first}
          label={t('confirmed.action')}
          run={() =>
            invoke('adminPrintOrder', 'updatePrintOrderStatus', { id, rev, status: 'confirmed' })
          }
          done={t('confirmed.done')}
        />
      )}
      {/* In one place, so that its dialog stays where a colleague has started the production meanwhile. */}
      {(status === 'confirmed' || status === 'producing') &&
        button(shipActOf(status), <ShipDialog />, status === 'producing' ? first : {})}
      {mayMoveTo('producing') &&
        button(
          'producing',
          move('producing', 'producing', t('producing.facts', { count: photoCount })),
          first,
        )}
      {status === 'on_hold' && button('resume', <ResumeDialog />, first)}
      {mayMoveTo('completed') &&
        button('completed', move('completed', 'completed', t('completed.facts')), first)}
    </>
  );
};

const ResumeDialog = () => {
  const { invoke } = useDataProvider();
  const now = useNow();
  const { id, rev, printNo, hold } = useRecord<PrintOrder>();
  return (
    <ActionDialog
      texts="resources.print-orders.dialog.resume"
      values={{ no: printNo, time: duration(now - (hold?.time ?? now)) }}
    >
      <ActionForm
        fields={{ reason: line(200).min(1) }}
        defaultValues={{ reason: '' }}
        run={input => invoke('adminPrintOrder', 'resumePrintOrder', { id, rev, ...input })}
      />
    </ActionDialog>
  );
};

/** Asks the user for other photos. */
const HoldDialog = () => {
  const { invoke } = useDataProvider();
  const { id, rev, items, openid } = useRecord<PrintOrder>();
  const soft = items.flatMap(({ lowRes }, at) => (lowRes ? [at] : []));
  const { itemIndexes, reason } = printOrderActions.holdPrintOrder.input.shape;
  return (
    <ActionDialog texts="resources.print-orders.dialog.on_hold">
      <ActionForm
        fields={{ itemIndexes, reason }}
        defaultValues={{ itemIndexes: items.length === 1 ? [0] : soft, reason: '' }}
        run={input => invoke('adminPrintOrder', 'holdPrintOrder', { ...input, id, rev })}
      >
        <PhotosInput label="resources.print-orders.dialog.on_hold.photos" items={items} />
        <ReasonInput />
        <MessageNotice event="printHold" openid={openid} />
      </ActionForm>
    </ActionDialog>
  );
};

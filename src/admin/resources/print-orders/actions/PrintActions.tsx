import type { ButtonProps } from '@mui/material';
import type { ReactNode } from 'react';
import { useTranslate } from 'react-admin';
import { manualPrintTransitions } from '#contract/printOrder.ts';
import type { PrintOrderStatus } from '#contract/printOrderStates.ts';
import { mayMove } from '#contract/states.ts';
import { formatYuan } from '../../../../shared/money.ts';
import { ActionButton } from '../../../kit/action/ActionButton.tsx';
import { RunButton } from '../../../kit/action/RunButton.tsx';
import { useInvoke } from '../../../kit/base/InvokeContext.ts';
import { useRecord } from '../../../kit/base/record.ts';
import type { PrintRecord } from '../printOrder.ts';
import { HoldDialog } from './HoldDialog.tsx';
import { MoveDialog } from './MoveDialog.tsx';
import { ReprintDialog } from './ReprintDialog.tsx';
import { ResumeDialog } from './ResumeDialog.tsx';
import { ShipDialog } from './ShipDialog.tsx';

/** The allowed moves; the most frequent one is emphasised. */
export const PrintActions = () => {
  const order = useRecord<PrintRecord>();
  return <Actions order={order} />;
};

const Actions = ({ order }: { order: PrintRecord }) => {
  const translate = useTranslate();
  const invoke = useInvoke();
  const t = (key: string, values?: object) => translate(`resources.print-orders.${key}`, values);
  const { id, rev, status, photoCount, batchNo } = order;
  const may = (to: PrintOrderStatus) => mayMove(manualPrintTransitions, status, to);
  const first: ButtonProps = { variant: 'contained' };
  const sent = status === 'shipped' || status === 'completed';

  const button = (
    act: string,
    dialog: (close: () => void) => ReactNode,
    props: ButtonProps = {},
  ): ReactNode => <ActionButton key={act} label={t(`act.${act}`)} dialog={dialog} {...props} />;

  return (
    <>
      {may('cancelled') &&
        button(
          'cancelled',
          close => (
            <MoveDialog
              order={order}
              to="cancelled"
              act="cancelled"
              facts={cancelFacts(order, t)}
              onClose={close}
            />
          ),
          { color: 'error' },
        )}
      {may('on_hold') && button('on_hold', close => <HoldDialog order={order} onClose={close} />)}
      {status === 'producing' &&
        button('back', close => (
          <MoveDialog
            order={order}
            to="confirmed"
            act="back"
            facts={t('dialog.back.facts', { batchNo })}
            onClose={close}
          />
        ))}
      {sent &&
        !order.reprintOf &&
        button('reprint', close => <ReprintDialog order={order} onClose={close} />)}
      {status === 'shipped' &&
        button('correct', close => <ShipDialog order={order} onClose={close} />)}
      {status === 'paid' && (
        <RunButton
          {...first}
          label={t('act.confirmed')}
          run={() =>
            invoke('adminPrintOrder', 'updatePrintOrderStatus', { id, rev, status: 'confirmed' })
          }
          done={t('done.confirmed')}
        />
      )}
      {may('producing') &&
        button(
          'producing',
          close => (
            <MoveDialog
              order={order}
              to="producing"
              act="producing"
              facts={t('dialog.producing.facts', { count: photoCount })}
              onClose={close}
            />
          ),
          first,
        )}
      {status === 'on_hold' &&
        button('resume', close => <ResumeDialog order={order} onClose={close} />, first)}
      {status === 'producing' &&
        button('ship', close => <ShipDialog order={order} onClose={close} />, first)}
      {may('completed') &&
        button(
          'completed',
          close => (
            <MoveDialog
              order={order}
              to="completed"
              act="completed"
              facts={t('dialog.completed.facts')}
              onClose={close}
            />
          ),
          first,
        )}
    </>
  );
};

const cancelFacts = (
  { status, reprintOf, payFen }: PrintRecord,
  t: (key: string, values?: object) => string,
) => {
  if (reprintOf) return t('dialog.cancelled.free');
  return status === 'pending'
    ? t('dialog.cancelled.unpaid')
    : t('dialog.cancelled.paid', { amount: formatYuan(payFen) });
};

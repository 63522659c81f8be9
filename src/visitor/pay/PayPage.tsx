import './pay.css';
import { useEffect, useState } from 'react';
import type { ActionOutput } from '#contract/index.ts';
import type { Invoke } from '#dataProvider/invoke.ts';
import { pay as t } from '#i18n/zh/visitor/pay.ts';
import { formatYuan } from '../../shared/money.ts';
import { BackButton } from '../BackButton.tsx';
import { ConfirmDialog } from '../ConfirmDialog.tsx';
import { Failure, FailureText } from '../Failure.tsx';
import { Link } from '../Link.tsx';
import { changeAddress, taskAddress, templateAddress } from '../location.ts';
import { EmptyNotice } from '../Notice.tsx';
import { PageSkeleton } from '../skeletons.tsx';
import { usePageTitle } from '../usePageTitle.ts';
import { useRead } from '../useRead.ts';
import { PayCode } from './PayCode.tsx';

type Order = ActionOutput<'appOrder', 'payOrder'>;

/** It is paid on a phone, while this page waits. */
const LOOK_AGAIN_MS = 3_000;

/** The code to pay a single purchase with; once it is paid, its task is shown. */
export const PayPage = ({ invoke, id }: { invoke: Invoke; id: string }) => {
  const { state, again } = useOrder(invoke, id);
  usePageTitle(t.title);
  return (
    <>
      <BackButton />
      {state.status === 'loading' && <PageSkeleton />}
      {state.status === 'gone' && (
        <EmptyNotice isPage title={t.gone}>
          {t.goneHint}
        </EmptyNotice>
      )}
      {state.status === 'failed' && <Failure message={state.message} onRetry={again} />}
      {state.status === 'ready' && (
        <Paying invoke={invoke} order={state.value} notRead={state.message} onChanged={again} />
      )}
    </>
  );
};

const useOrder = (invoke: Invoke, id: string) => {
  const { state, again } = useRead(invoke, 'appOrder', 'payOrder', { id });
  const order = state.status === 'ready' ? state.value : null;
  const waits = order !== null && !order.taskId && ['pending', 'paid'].includes(order.status);

  useEffect(() => {
    if (order?.taskId) changeAddress(taskAddress(order.taskId));
  }, [order?.taskId]);

  useEffect(() => {
    if (!waits) return;
    let isLooking = false;
    const look = async () => {
      if (document.visibilityState !== 'visible' || isLooking) return;
      isLooking = true;
      try {
        const now = await invoke('appOrder', 'getOrder', { id });
        if (now.status !== order.status || now.taskId) again();
      } catch (failure) {
        console.error('order not read', failure);
      }
      isLooking = false;
    };
    const timer = setInterval(() => void look(), LOOK_AGAIN_MS);
    const lookNow = () => void look();
    document.addEventListener('visibilitychange', lookNow);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', lookNow);
    };
  }, [invoke, id, waits, order?.status, again]);

  return { state, again };
};

interface PayingProps {
  invoke: Invoke;
  order: Order;
  /** Why it could not be read anew; '' for no failure. */
  notRead: string;
  onChanged: () => void;
}

const headingOf = ({ status, taskId }: Order): string =>
  status === 'completed' && !taskId ? t.states.paid : t.states[status];

const Paying = ({ invoke, order, notRead, onChanged }: PayingProps) => {
  const item = order.items[0];
  return (
    <article className="pay">
      <header>
        <h1 tabIndex={-1} aria-live="polite">
          {headingOf(order)}
        </h1>
        <p className="hint">{t.hints[order.status]}</p>
      </header>
      {order.status === 'pending' && <PayCode order={order} onRetry={onChanged} />}
      <p className="pay-sum">
        {item?.name} <strong>{formatYuan(order.payFen)}</strong>
      </p>
      <p className="hint">{t.orderNo(order.orderNo)}</p>
      <FailureText message={notRead} />
      {order.status === 'pending' ? (
        <CancelButton invoke={invoke} order={order} onChanged={onChanged} />
      ) : (
        item && (
          <Link className="button" href={templateAddress(item.refId)}>
            {t.toTemplate}
          </Link>
        )
      )}
    </article>
  );
};

const CancelButton = ({ invoke, order, onChanged }: Omit<PayingProps, 'notRead'>) => {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" className="button" onClick={() => setOpen(true)}>
        {t.cancel}
      </button>
      {isOpen && (
        <ConfirmDialog
          title={t.cancelAsk}
          dismiss={t.keep}
          confirm={t.cancel}
          isDanger
          act={async () => {
            try {
              await invoke('appOrder', 'cancelOrder', { id: order._id });
              setOpen(false);
            } finally {
              onChanged();
            }
          }}
          onClose={() => setOpen(false)}
        >
          <p>{t.cancelEffect}</p>
        </ConfirmDialog>
      )}
    </>
  );
};

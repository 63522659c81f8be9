import { useEffect } from 'react';
import type { ActionOutput } from '#contract/index.ts';
import type { Invoke } from '#dataProvider/invoke.ts';
import { visitorPrints as t } from '#i18n/zh/visitorPrints.ts';
import { useRead } from '../useRead.ts';

export type VisitorPrint = ActionOutput<'appPrint', 'getPrintOrder'>;

/** An unpaid order is looked at again this often while the page is visible: it is paid on another device. */
const LOOK_AGAIN_MS = 3_000;

export const usePrintOrder = (invoke: Invoke, id: string) => {
  const { state, again } = useRead(invoke, 'appPrint', 'getPrintOrder', { id });
  const waits = state.status === 'ready' && state.value.status === 'pending';

  useEffect(() => {
    if (!waits) return;
    const look = () => {
      if (document.visibilityState === 'visible') again();
    };
    const timer = setInterval(look, LOOK_AGAIN_MS);
    document.addEventListener('visibilitychange', look);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, [waits, again]);

  return { state, again };
};

export const statusText = ({ status, isClaimed }: Pick<VisitorPrint, 'status' | 'isClaimed'>) =>
  status === 'pending' && isClaimed ? t.status.claimed : t.status[status];

/** Photos of it cannot be printed, and the visitor may send others. */
export const asksForPhotos = ({ status, isOwn, items }: VisitorPrint): boolean =>
  isOwn && status === 'on_hold' && items.some(({ itemStatus }) => itemStatus === 'bad');

/** It can be paid here. When it is over, the server says: the visitor's clock may be wrong. */
export const waitsForPayment = ({ status, isOwn, isClaimed }: VisitorPrint): boolean =>
  status === 'pending' && isOwn && !isClaimed;

/** What happens next, or why nothing does. */
export const hintFor = (print: VisitorPrint): string => {
  const { status, isOwn, isClaimed, closeReason, hold } = print;
  if (status === 'cancelled') return closeReason || t.hints.cancelled;
  if (!isOwn) return t.hints.claimedByOther;
  if (status === 'on_hold') return [hold?.reason, t.hints.on_hold].filter(Boolean).join('。');
  if (status !== 'pending') return t.hints[status];
  return isClaimed ? t.hints.claimed : t.hints.toPay;
};

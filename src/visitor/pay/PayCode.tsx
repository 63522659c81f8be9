import { useEffect } from 'react';
import type { ActionOutput } from '#contract/index.ts';
import { pay as t } from '#i18n/zh/visitor/pay.ts';
import { QrCode } from '../../shared/QrCode.tsx';
import { duration } from '../../shared/time.ts';
import { Failure } from '../Failure.tsx';
import { useNow } from '../useNow.ts';

const SECOND_MS = 1_000;
/** A code is good for two hours, and an order may wait for days. */
const ANEW_MS = 60 * 60_000;

export interface PayCodeProps {
  order: Pick<ActionOutput<'appOrder', 'payOrder'>, 'payment' | 'expireTime'>;
  /** Asks for the code again: it was not answered, or may be too old. */
  onRetry: () => void;
}

/** The code that an order is paid with on a phone. */
export const PayCode = ({ order: { payment, expireTime }, onRetry }: PayCodeProps) => {
  const now = useNow(SECOND_MS);
  useEffect(() => {
    const onVisible = () => document.visibilityState === 'visible' && onRetry();
    const timer = setInterval(onVisible, ANEW_MS);
    document.addEventListener('visibilitychange', onVisible);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', onVisible);
    };
  }, [onRetry]);
  const left = Math.max(0, (expireTime ?? 0) - now);
  if (payment?.kind !== 'native') return <Failure message={t.noCode} onRetry={onRetry} />;
  return (
    <>
      <QrCode className="print-qr" text={payment.codeUrl} label={t.qr} />
      <p>{t.scan}</p>
      <p className="hint">{t.timeLeft(duration(left))}</p>
    </>
  );
};

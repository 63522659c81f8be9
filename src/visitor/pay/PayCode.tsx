import './pay.css';
import { useEffect } from 'react';
import type { ActionOutput } from '#contract/index.ts';
import { pay as t } from '#i18n/zh/visitor/pay.ts';
import { QrCode } from '../../shared/QrCode.tsx';
import { exactMinute } from '../../shared/time.ts';
import { Failure } from '../Failure.tsx';
import { isPhone, PayOnPhone, type PayOnPhoneProps } from './PayOnPhone.tsx';

/** A code is good for two hours, and an order may wait for days. */
const ANEW_MS = 60 * 60_000;

export interface PayCodeProps extends Pick<PayOnPhoneProps, 'linkOf'> {
  order: Pick<ActionOutput<'appOrder', 'payOrder'>, 'payment' | 'expireTime'>;
  /** Asks for the code again: it was not answered, or may be too old. */
  onRetry: () => void;
}

/** The code that an order is paid with; on a phone, what can be done with it there. */
export const PayCode = ({ order: { payment, expireTime }, onRetry, linkOf }: PayCodeProps) => {
  useEffect(() => {
    const onVisible = () => document.visibilityState === 'visible' && onRetry();
    const timer = setInterval(onVisible, ANEW_MS);
    document.addEventListener('visibilitychange', onVisible);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', onVisible);
    };
  }, [onRetry]);
  if (payment?.kind !== 'native') return <Failure message={t.noCode} onRetry={onRetry} />;
  return (
    <>
      {isPhone() ? (
        <PayOnPhone codeUrl={payment.codeUrl} linkOf={linkOf} />
      ) : (
        <>
          <QrCode className="pay-qr" text={payment.codeUrl} label={t.qr} />
          <p>{t.scan}</p>
        </>
      )}
      {expireTime !== null && <p className="hint">{t.payBefore(exactMinute(expireTime))}</p>}
    </>
  );
};

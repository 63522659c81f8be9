import { useEffect, useState } from 'react';
import { visitorPrints as t } from '#i18n/zh/visitorPrints.ts';
import { formatYuan } from '../../shared/money.ts';
import { duration } from '../../shared/time.ts';
import { QrCode } from './QrCode.tsx';

const MINUTE_MS = 60_000;

const useNow = () => {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), MINUTE_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
};

interface PickUpCodeProps {
  code: string;
  /** When the order is closed, epoch milliseconds. */
  until: number;
  payFen: number;
}

/** What the mini-program takes the order over with, and how. */
export const PickUpCode = ({ code, until, payFen }: PickUpCodeProps) => {
  const now = useNow();
  const [copied, setCopied] = useState<boolean | null>(null);
  const copy = () => {
    // Missing on pages without https.
    const clipboard = navigator.clipboard as Clipboard | undefined;
    (clipboard ? clipboard.writeText(code) : Promise.reject(new Error('no clipboard'))).then(
      () => setCopied(true),
      (error: unknown) => {
        console.error('code not copied', error);
        setCopied(false);
      },
    );
  };
  return (
    <section className="print-card pick-up">
      <h2>{t.pickUp}</h2>
      <QrCode text={code.replaceAll('-', '')} label={t.qr} />
      <p className="pick-up-code">{code}</p>
      <button type="button" className="button" onClick={copy}>
        {copied ? t.copied : t.copy}
      </button>
      <span className="visually-hidden" role="status">
        {copied && t.copied}
      </span>
      {copied === false && (
        <p className="field-error" role="alert">
          {t.copyFailed}
        </p>
      )}
      <ol className="pick-up-steps">
        {t.steps.map(step => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      <p className="pick-up-sum">
        {t.total} <strong>{formatYuan(payFen)}</strong>
      </p>
      <p className="pick-up-left">{t.timeLeft(duration(Math.max(0, until - now)))}</p>
      <p className="print-note">{t.onlyOnce}</p>
    </section>
  );
};

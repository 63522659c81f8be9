import { visitorPrints as t } from '#i18n/zh/visitorPrints.ts';
import { formatYuan } from '../../shared/money.ts';
import { SelectedText } from '../../shared/SelectedText.tsx';
import { duration } from '../../shared/time.ts';
import { useCopy } from '../../shared/useCopy.ts';
import { FailureText } from '../FailureText.tsx';
import { useNow } from '../useNow.ts';
import { QrCode } from './QrCode.tsx';

const MINUTE_MS = 60_000;

interface PickUpCodeProps {
  code: string;
  /** When the order is closed, epoch milliseconds. */
  until: number;
  payFen: number;
}

/** What the mini-program takes the order over with, and how. */
export const PickUpCode = ({ code, until, payFen }: PickUpCodeProps) => {
  const now = useNow(MINUTE_MS);
  const { copied, copy } = useCopy();
  return (
    <section className="print-card pick-up">
      <h2>{t.pickUp}</h2>
      <QrCode text={code.replaceAll('-', '')} label={t.qr} />
      <p className="pick-up-code" translate="no">
        {copied === false ? <SelectedText text={code} name={t.pickUp} /> : code}
      </p>
      <button type="button" className="button" onClick={() => void copy(code)}>
        {copied ? t.copied : t.copy}
      </button>
      <span className="visually-hidden" role="status">
        {copied && t.copied}
      </span>
      <FailureText message={copied === false ? t.copyFailed : ''} />
      <ol className="pick-up-steps">
        {t.steps.map(step => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      <p className="pick-up-sum">
        {t.total} <strong>{formatYuan(payFen)}</strong>
      </p>
      <p className="pick-up-left">{t.timeLeft(duration(Math.max(0, until - now)))}</p>
      <p className="hint">{t.onlyOnce}</p>
    </section>
  );
};

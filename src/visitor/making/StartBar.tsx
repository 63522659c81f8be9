import { making } from '#i18n/zh/visitor/making.ts';
import { formatYuan } from '../../shared/money.ts';
import { Link } from '../Link.tsx';
import type { Quote } from './useQuote.ts';

export interface StartBarProps {
  quote: Quote | null;
  /** As the template says, without free tasks. */
  usualCost: number;
  costCredits: number;
  /** Why no task can be started; '' for none. */
  refusal: string;
  /** The price is not known for sure. */
  failed: boolean;
  /** Why the last attempt failed. */
  message: string;
  state: 'ready' | 'uploading' | 'sending';
  isSuspended: boolean;
  /** Buys one task instead; absent where none is sold. */
  onBuy: (() => void) | undefined;
}

const labels = { ready: making.start, uploading: making.uploading, sending: making.starting };

/** Price, balance and the button; on a phone always at the bottom of the screen. */
export const StartBar = ({
  quote,
  usualCost,
  costCredits,
  refusal,
  failed,
  message,
  state,
  isSuspended,
  onBuy,
}: StartBarProps) => {
  const balance = quote && quote.credits.paid + quote.credits.gift;
  const missing = balance === null ? 0 : costCredits - balance;
  const isFree = quote !== null && quote.freeLeft > 0 && costCredits === 0 && usualCost > 0;
  const cannot = refusal !== '' || missing > 0 || (quote === null && isSuspended);
  return (
    <div className="start-bar">
      <div className="start-notes">
        {refusal && <p role="alert">{refusal}</p>}
        {!refusal && missing > 0 && (
          <p role="alert">
            {making.short(missing)}
            <Link className="link" href="/me">
              {making.redeem}
            </Link>
          </p>
        )}
        {message && !refusal && <p role="alert">{message}</p>}
        {failed && <p role="status">{making.quoteFailed}</p>}
        {!refusal && !message && quote && quote.running >= quote.mostRunning && (
          <p role="status">{making.busy(quote.running, quote.mostRunning)}</p>
        )}
        {!refusal && !message && quote && quote.queueAhead > 0 && (
          <p className="hint">{making.queue(quote.queueAhead, quote.lane)}</p>
        )}
      </div>
      <div className="start-price">
        <p>
          <strong>{isFree ? making.freeToday : making.price(costCredits)}</strong>
          {isFree && (
            <s>
              <span className="visually-hidden">{making.usualPrice(usualCost)}</span>
              <span aria-hidden="true">{making.price(usualCost)}</span>
            </s>
          )}
        </p>
        <p className="hint">
          {quote && (isFree ? making.freeLeft(quote.freeLeft) : making.balance(balance ?? 0))}
        </p>
      </div>
      {onBuy && quote?.priceFen && (
        <button
          type="button"
          className="button buy"
          disabled={refusal !== '' || state !== 'ready'}
          onClick={onBuy}
        >
          {making.buy(formatYuan(quote.priceFen))}
        </button>
      )}
      <button
        type="submit"
        className="button button-accent start"
        disabled={cannot || state !== 'ready'}
      >
        {labels[state]}
      </button>
    </div>
  );
};

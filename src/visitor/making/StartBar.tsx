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
  /** For how much one task is sold instead, in fen; null where it is not. */
  priceFen: number | null;
  onBuy: () => void;
}

const labels = { ready: making.start, uploading: making.uploading, sending: making.starting };

/**
 * One line, and the buttons; on a phone always at the bottom of the screen. The line says the price, or what is in the
 * way: as high before the quote as after it.
 */
export const StartBar = ({
  quote,
  usualCost,
  costCredits,
  priceFen,
  refusal,
  failed,
  message,
  state,
  isSuspended,
  onBuy,
}: StartBarProps) => {
  const balance = quote && quote.credits.paid + quote.credits.gift;
  const missing = balance === null ? 0 : costCredits - balance;
  const stop = refusal || (quote?.stop ?? '');
  const isShort = stop === '' && missing > 0;
  const isFree = quote !== null && quote.freeLeft > 0 && costCredits === 0 && usualCost > 0;
  const cannot = stop !== '' || missing > 0 || (quote === null && isSuspended);
  const trouble = stop || (isShort ? making.short(missing) : message);
  const isBusy = quote !== null && quote.running >= quote.mostRunning;
  return (
    <div className="start-bar">
      {trouble ? (
        <p className="start-line failure" role="alert">
          {trouble}
          {isShort && (
            <Link className="link" href="/me">
              {making.redeem}
            </Link>
          )}
        </p>
      ) : failed || isBusy ? (
        <p className="start-line" role="status">
          {failed ? making.quoteFailed : quote && making.busy(quote.running)}
        </p>
      ) : (
        <p className="start-line">
          <strong>{isFree ? making.freeToday(quote.freeLeft) : making.price(costCredits)}</strong>
          {quote && (
            <span className="hint">
              {quote.queueAhead > 0
                ? making.queue(quote.queueAhead)
                : isFree
                  ? making.afterFree(usualCost)
                  : making.balance(balance ?? 0)}
            </span>
          )}
        </p>
      )}
      <div className="start-buttons">
        <button
          type="submit"
          className="button button-accent start"
          disabled={cannot || state !== 'ready'}
        >
          {labels[state]}
        </button>
        {priceFen !== null && (
          <button
            type="button"
            className="button buy"
            disabled={quote === null || refusal !== '' || state !== 'ready'}
            onClick={onBuy}
          >
            {making.buy(formatYuan(priceFen))}
          </button>
        )}
      </div>
    </div>
  );
};

import { useRef, useState } from 'react';
import { codes } from '#contract/envelope.ts';
import type { ActionData } from '#contract/index.ts';
import { ActionFailure, type Invoke } from '#dataProvider/invoke.ts';
import { visitorPrints as t } from '#i18n/zh/visitorPrints.ts';
import { formatYuan } from '../../shared/money.ts';
import { useRequestKey } from '../../shared/requestKey.ts';
import { loadSystemSettings } from '../../shared/settings.ts';
import { failureMessage } from '../failureMessage.ts';
import { changeAddress, printAddress } from '../location.ts';
import type { Consenting } from '../photos/useAgreement.tsx';

type Wish = Omit<ActionData<'appPrint', 'createPrintOrder'>, 'idemKey'>;

/** Sentences beside fields, each the first of its field. */
const errorsOf = (failure: unknown): Record<string, string> =>
  failure instanceof ActionFailure
    ? Object.fromEntries(
        Object.entries(failure.body.errors ?? {}).map(([name, text]) => [name, String(text)]),
      )
    : {};

const asksForRules = (failure: unknown) =>
  failure instanceof ActionFailure &&
  (failure.body.data as { needsRefundRules?: boolean } | undefined)?.needsRefundRules === true;

const newPriceOf = (failure: unknown): number | null => {
  if (!(failure instanceof ActionFailure) || failure.body.code !== codes.stateNotAllowed)
    return null;
  const { payFen } = (failure.body.data ?? {}) as { payFen?: unknown };
  return typeof payFen === 'number' ? payFen : null;
};

/**
 * Places the order once, however often the button is pressed: the same wish has the same key, also after an answer that
 * was lost on the way. A changed price is shown, and the next press agrees to it.
 */
export const useOrdering = (
  invoke: Invoke,
  consenting: Consenting,
  onPriceChanged: () => void,
  onPlaced: () => void,
) => {
  const [isBusy, setIsBusy] = useState(false);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [message, setMessage] = useState('');
  const isRunning = useRef(false);
  const { keyOf } = useRequestKey();

  const order = async (wish: Wish) => {
    if (isRunning.current) return;
    isRunning.current = true;
    setIsBusy(true);
    setMessage('');
    setErrors({});
    const { expectPayFen: _price, ...what } = wish;
    try {
      const placed = await consenting(() =>
        invoke('appPrint', 'createPrintOrder', { ...wish, idemKey: keyOf(what) }),
      );
      onPlaced();
      changeAddress(printAddress(placed._id));
    } catch (failure) {
      console.error('prints not ordered', failure);
      const fields = errorsOf(failure);
      const payFen = newPriceOf(failure);
      setErrors(fields);
      // The rules to be confirmed may be others since this page was opened.
      if (asksForRules(failure)) await loadSystemSettings(invoke);
      if (payFen !== null) onPriceChanged();
      setMessage(
        payFen !== null
          ? t.priceChanged(formatYuan(payFen))
          : Object.keys(fields).length > 0
            ? t.checkFields
            : failureMessage(failure),
      );
    } finally {
      isRunning.current = false;
      setIsBusy(false);
    }
  };
  return { order, isBusy, errors, message };
};

import { useEffect, useRef, useState } from 'react';
import { codes } from '#contract/envelope.ts';
import type { ActionData } from '#contract/index.ts';
import { ActionFailure, type Invoke } from '#dataProvider/invoke.ts';
import { making } from '#i18n/zh/visitor/making.ts';
import { formatYuan } from '../../shared/money.ts';
import { failureMessage } from '../failureMessage.ts';
import type { Consenting } from '../photos/useAgreement.tsx';

type Wish = ActionData<'appTask', 'createTask'>;

export interface CreateFailure {
  message: string;
  /** Sentences by input. */
  fields: Record<string, string>;
  /** The price now, where it has changed. */
  costCredits?: number;
}

const FIELD = 'inputs.';

/** What is wrong with the inputs; null for nothing. */
const besideInputs = ({ body: { errors = {} } }: ActionFailure): CreateFailure | null => {
  const inputs = Object.entries(errors).filter(([path]) => path.startsWith(FIELD));
  if (inputs.length === 0) return null;
  const fields = inputs.map(([path, sentence]) => [path.slice(FIELD.length), sentence]);
  return { message: making.checkFields, fields: Object.fromEntries(fields) };
};

/** Why something was not bought, as far as the form has to say it; null for others. */
export const buyFailure = (failure: unknown): CreateFailure | null => {
  if (!(failure instanceof ActionFailure)) return null;
  const { payFen } = (failure.body.data ?? {}) as { payFen?: number };
  return payFen === undefined
    ? besideInputs(failure)
    : { message: making.buyPriceChanged(formatYuan(payFen)), fields: {} };
};

const asFailure = (failure: unknown, wish: Wish): CreateFailure => {
  // It may have been started: the next attempt has the same key and finds out.
  if (!(failure instanceof ActionFailure)) return { message: making.answerLost, fields: {} };
  const beside = besideInputs(failure);
  if (beside) return beside;
  const { code, data } = failure.body;
  const { costCredits } = (data ?? {}) as { costCredits?: number };
  const isNewPrice =
    code === codes.stateNotAllowed &&
    costCredits !== undefined &&
    costCredits !== wish.expectCredits;
  if (isNewPrice) return { message: making.priceChanged(costCredits), fields: {}, costCredits };
  return { message: failureMessage(failure), fields: {} };
};

/** Starts one task at a time; the outcome is shown only while the form is shown. */
export const useCreateTask = (invoke: Invoke, consenting: Consenting) => {
  const [sending, setSending] = useState(false);
  const isSending = useRef(false);
  const left = useRef(false);
  useEffect(() => {
    left.current = false;
    return () => {
      left.current = true;
    };
  }, []);

  const create = async (
    wish: Wish,
    callbacks: {
      onCreated: (id: string, left: boolean) => void;
      onFailed: (failure: CreateFailure) => void;
    },
  ) => {
    if (isSending.current) return;
    isSending.current = true;
    setSending(true);
    try {
      // A photo of an earlier visit was uploaded under earlier texts, or before the consent was taken back.
      const { _id } = await consenting(() => invoke('appTask', 'createTask', wish));
      callbacks.onCreated(_id, left.current);
    } catch (failure) {
      console.error('task not started', failure);
      if (!left.current) callbacks.onFailed(asFailure(failure, wish));
    }
    isSending.current = false;
    setSending(false);
  };
  return { sending, create };
};

import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNotify, useRefresh } from 'react-admin';
import { type Refund, refundRequest } from '#contract/refund.ts';
import { REFUND_TYPED_FROM_FEN } from '#contract/refundTerms.ts';
import { optionalText } from '#contract/zod.ts';
import type { ActionFailure } from '#dataProvider/invoke.ts';
import { formatYuan } from '../../../shared/money.ts';
import { ActionDialog } from '../../kit/action/ActionDialog.tsx';
import { ActionForm, SubmitButton } from '../../kit/action/ActionForm.tsx';
import { useDataProvider, useRecord, useTexts } from '../../kit/base/hooks.ts';
import { fenToYuan } from '../../kit/base/yuan.ts';
import { MessageNotice } from '../messages/parts.ts';
import type { OrderOnPage } from './orderRecord.ts';
import { mayBeUsed, RefundInputs } from './RefundInputs.tsx';
import { refundAsked, refundPreviewKey, type RefundValues, sumOf } from './useRefundPreview.ts';

const { amountFen, reasonCode, reason, clawback, items } = refundRequest;
const fields = {
  amountFen,
  reasonCode,
  clawback: clawback.unwrap(),
  items: items.unwrap(),
  reason: reason.unwrap().nullable(),
  internalNote: optionalText(500),
};

interface Values extends RefundValues {
  reasonCode?: string;
  /** The server has not yet said what this input would do. */
  isWaiting?: boolean;
  /** It has said that this would wait for approval. */
  isAbove?: boolean;
  /** What its preview says would be taken from the user. */
  seen?: { creditsTaken: number; daysTaken: number };
  reason?: string | null;
  internalNote?: string | null;
}

/** @param reason what the user has said when asking for it */
export const RefundDialog = ({ reason: said = '' }: { reason?: string | undefined }) => {
  const order = useRecord<OrderOnPage>();
  const t = useTexts('resources.refunds');
  const notify = useNotify();
  const refresh = useRefresh();
  const refund = useRefund(order.id);
  const previews = useQueryClient();
  const { maxFen = 0, allowPartial = true, reasons = [] } = order.refundable ?? {};
  const mode = allowPartial && mayBeUsed(order) ? 'unused' : 'full';
  const [defaults] = useState(() => ({
    mode,
    items: [],
    freeAmount: false,
    isWaiting: true,
    amountFen: mode === 'full' ? maxFen : null,
    reasonCode: reasons.find(one => one === said) ?? reasons[0] ?? '',
    reason: said,
    internalNote: '',
    // The rest is proposed by the server.
    clawback: { allowNegative: false },
  }));

  const run = async (values: Values, idemKey: string) => {
    try {
      const made = await refund(values, idemKey);
      notify(`resources.refunds.done.${standOf(made)}`, {
        type: made.outcomeUnknown ? 'warning' : 'success',
        messageArgs: { sum: formatYuan(sumOf(values) ?? 0) },
      });
    } catch (error) {
      const { body, message } = error as Partial<ActionFailure>;
      // Refused by the gateway: the page shows the refund, its reason and the next steps.
      if (isMade(body?.data)) return void notify(message ?? '', { type: 'error' });
      // The outcome is unknown: the page will show it, and the same key makes no second refund. Or the order is no longer
      // as the page shows it, and another refund has taken what was asked for.
      if (!body || body.errors) refresh();
      void previews.invalidateQueries({ queryKey: refundPreviewKey(order.id) });
      throw error;
    }
  };

  return (
    <ActionDialog title={t('title', { number: order.orderNo })} maxWidth="sm">
      <ActionForm
        fields={fields}
        defaultValues={defaults}
        resource="refunds"
        validate={(values: Values): Record<string, string> => ({
          ...((sumOf(values) ?? 0) > maxFen && {
            amountFen: t('tooMuch', { max: formatYuan(maxFen) }),
          }),
          ...(values.mode === 'items' && !values.items?.length && { items: t('lines.required') }),
        })}
        typed={values => {
          const sum = sumOf(values) ?? 0;
          return sum >= REFUND_TYPED_FROM_FEN ? fenToYuan(sum) : undefined;
        }}
        run={run}
        submit={
          <SubmitButton
            disabled={({ isWaiting }: Values) => isWaiting !== false}
            label={values => {
              const sum = sumOf(values);
              const act = values['isAbove'] ? 'submitAbove' : 'submit';
              return sum === undefined ? t('action') : t(act, { sum: formatYuan(sum) });
            }}
            danger
          />
        }
      >
        <RefundInputs order={order} />
        <MessageNotice event="refundDone" openid={order.openid} />
      </ActionForm>
    </ActionDialog>
  );
};

const standOf = ({ status, outcomeUnknown, approval }: Refund) => {
  if (approval === 'waiting') return 'waits';
  if (outcomeUnknown) return 'unknown';
  return status === 'success' ? 'success' : 'processing';
};

const isMade = (data: unknown) =>
  typeof data === 'object' && data !== null && 'refundId' in data && Boolean(data.refundId);

const useRefund = (id: string) => {
  const { invoke } = useDataProvider();
  return (values: Values, idemKey: string) =>
    invoke('adminOrder', 'processRefund', {
      id,
      amountFen: 0,
      ...refundAsked(values),
      idemKey,
      reasonCode: values.reasonCode ?? '',
      reason: values.reason ?? '',
      ...(values.internalNote && { internalNote: values.internalNote }),
      ...(values.seen && { seen: values.seen }),
    });
};

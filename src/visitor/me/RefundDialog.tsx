import type { FormEvent } from 'react';
import {
  MAX_REFUND_ASK_TEXT,
  type RefundAskReason,
  refundAskReasons,
} from '#contract/refundAskStates.ts';
import { unusedRuleOf } from '#contract/refundTerms.ts';
import { visitor } from '#i18n/zh/visitor.ts';
import { feedback } from '#i18n/zh/visitor/feedback.ts';
import { legal } from '#i18n/zh/visitor/legal.ts';
import { refunds as t } from '#i18n/zh/visitor/refunds.ts';
import { useSystemSettings } from '../../shared/settings.ts';
import { ChoiceChips } from '../ChoiceChips.tsx';
import { Dialog } from '../Dialog.tsx';
import { FailureText } from '../Failure.tsx';
import { LegalLink } from '../legal/LegalLinks.tsx';
import { useAct } from '../useAct.ts';
import { useDraft } from '../useDraft.ts';
import type { InvoiceDialogProps, VisitorOrder } from './InvoiceDialog.tsx';
import '../fields.css';

/** The published rule for what the order has brought. */
const ruleOf = ({ type, items }: VisitorOrder): string =>
  type === 'print'
    ? legal.refundRulesPrint
    : unusedRuleOf({
        credits: items.some(({ snapshot }) => snapshot.credits + snapshot.giftCredits > 0),
        days: items.some(({ snapshot }) => Boolean(snapshot.days)),
      });

/** Why the money should go back, and by which rule it does. */
export const RefundDialog = ({ invoke, order, onAsked, onClose }: InvoiceDialogProps) => {
  const { _id: id } = order;
  const { acceptDays, answerDays } = useSystemSettings().site.legal.complaints;
  const [{ reason, text }, write, forget] = useDraft(`refund:${id}`, {
    reason: 'quality' as string,
    text: '',
  });
  const { busy, message, run } = useAct(async () => {
    const wish = { id, reason: reason as RefundAskReason, text };
    onAsked(await invoke('appOrder', 'askRefund', wish));
    forget();
    onClose();
  });
  const send = (event: FormEvent) => {
    event.preventDefault();
    run();
  };
  return (
    <Dialog title={t.ask} busy={busy} onClose={onClose}>
      <form className="feedback" noValidate onSubmit={send}>
        {ruleOf(order) && <p>{ruleOf(order)}</p>}
        <ChoiceChips
          legend={t.reason}
          name="reason"
          choices={refundAskReasons}
          chosen={reason}
          onChoose={key => write({ reason: key })}
        />
        <label className="field">
          <span>
            {t.text}
            <small>{visitor.optional}</small>
          </span>
          <textarea
            rows={3}
            value={text}
            maxLength={MAX_REFUND_ASK_TEXT}
            onChange={({ target }) => write({ text: target.value })}
          />
        </label>
        <p className="hint">
          {feedback.deadlines(acceptDays, answerDays)}
          {t.why}
          <LegalLink kind="refunds" />
        </p>
        <FailureText message={message} />
        <div className="dialog-actions">
          <button type="button" className="button" disabled={busy} onClick={onClose}>
            {visitor.close}
          </button>
          <button type="submit" className="button button-accent" disabled={busy}>
            {busy ? t.sending : t.send}
          </button>
        </div>
      </form>
    </Dialog>
  );
};

import { type FormEvent, useState } from 'react';
import type { ActionOutput } from '#contract/index.ts';
import { type InvoiceKind, invoiceKinds, MAX_INVOICE_TITLE } from '#contract/invoiceStates.ts';
import { invoiceableFen } from '#contract/orderRules.ts';
import { ActionFailure, type Invoke } from '#dataProvider/invoke.ts';
import { visitor } from '#i18n/zh/visitor.ts';
import { invoices as t } from '#i18n/zh/visitor/invoices.ts';
import { formatYuan } from '../../shared/money.ts';
import { ChoiceChips } from '../ChoiceChips.tsx';
import { Dialog } from '../Dialog.tsx';
import { FailureText } from '../Failure.tsx';
import { LegalLink } from '../legal/LegalLinks.tsx';
import { useAct } from '../useAct.ts';
import { useDraft } from '../useDraft.ts';
import '../fields.css';

export type VisitorOrder = ActionOutput<'appOrder', 'getOrders'>['list'][number];

export interface InvoiceDialogProps {
  invoke: Invoke;
  order: VisitorOrder;
  onAsked: (order: VisitorOrder) => void;
  onClose: () => void;
}

const inputs = ['title', 'taxNumber', 'email'] as const;

/** Whom the invoice is made out to and where it is sent; before it is asked for, what that is kept for. */
export const InvoiceDialog = ({ invoke, order, onAsked, onClose }: InvoiceDialogProps) => {
  const { _id: id, invoice } = order;
  const { kind: before = 'personal', title = '', taxNumber = '', email = '' } = invoice ?? {};
  const [texts, write, forget] = useDraft(`invoice:${id}`, {
    kind: before as string,
    title,
    taxNumber,
    email,
  });
  const kind = texts.kind as InvoiceKind;
  const [errors, setErrors] = useState<Record<string, string>>({});
  const { busy, message, run } = useAct(async () => {
    setErrors({});
    const wish = { ...texts, kind, taxNumber: kind === 'company' ? texts.taxNumber : '' };
    try {
      onAsked(await invoke('appOrder', 'askForInvoice', { id, invoice: wish }));
    } catch (failure) {
      if (!(failure instanceof ActionFailure) || !failure.body.errors) throw failure;
      setErrors(failure.body.errors);
      return;
    }
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
        <p>{t.amount(formatYuan(invoiceableFen(order)))}</p>
        <ChoiceChips
          legend={t.kind}
          name="kind"
          choices={invoiceKinds}
          chosen={kind}
          onChoose={key => write({ kind: key })}
        />
        {inputs
          .filter(name => name !== 'taxNumber' || kind === 'company')
          .map(name => {
            const error = errors[`invoice.${name}`];
            return (
              <label key={name} className="field">
                <span>{t.inputs[name]}</span>
                <input
                  type={name === 'email' ? 'email' : 'text'}
                  value={texts[name]}
                  maxLength={MAX_INVOICE_TITLE}
                  aria-required
                  aria-invalid={error !== undefined}
                  aria-describedby={error && `error-${name}`}
                  onChange={({ target }) => write({ [name]: target.value })}
                />
                {error && (
                  <small id={`error-${name}`} className="failure">
                    {error}
                  </small>
                )}
              </label>
            );
          })}
        <p className="hint">
          {t.why} <LegalLink kind="privacy" />
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

import { Alert, Box } from '@mui/material';
import { useState } from 'react';
import { invoiceNumber } from '#contract/invoice.ts';
import { invoiceKinds, invoiceStatuses } from '#contract/invoiceStates.ts';
import { orderActions } from '#contract/order.ts';
import { formatYuan } from '../../../shared/money.ts';
import { DialogButton } from '../../kit/action/ActionDialog.tsx';
import { ActionForm, SubmitButton } from '../../kit/action/ActionForm.tsx';
import { useDataProvider, useRecord, useTexts } from '../../kit/base/hooks.ts';
import { CopiedText } from '../../kit/field/CopyText.tsx';
import { StatusLabel, Time } from '../../kit/field/valueFields.tsx';
import { TextInput } from '../../kit/form/inputs.tsx';
import { FactList, Panel } from '../../kit/show/Panel.tsx';
import type { OrderOnPage } from './orderRecord.ts';

/** What the accountant copies into the invoice, and what became of it; absent where none was asked for. */
export const OrderInvoicePanel = () => {
  const say = useTexts('resources.orders.panels');
  const t = useTexts('resources.orders.fields');
  const { invoice } = useRecord<OrderOnPage>();
  if (!invoice) return null;
  const copied = (field: 'title' | 'taxNumber' | 'number' | 'cancelNumber') => {
    const [label, text] = [t(`invoice.${field}`), invoice[field]];
    return [label, text ? <CopiedText key={field} text={text} name={label} /> : undefined] as const;
  };
  const at = (field: 'askTime' | 'issueTime' | 'cancelTime') => {
    const instant = invoice[field];
    return [
      t(`invoice.${field}`),
      instant ? <Time key={field} instant={instant} /> : undefined,
    ] as const;
  };
  return (
    <Panel title={say('invoice')}>
      <FactList
        facts={[
          [t('invoice.status'), <StatusLabel key="s" {...invoiceStatuses[invoice.status]} />],
          [t('invoice.amountFen'), formatYuan(invoice.amountFen)],
          [t('invoice.kind'), invoiceKinds[invoice.kind].label],
          copied('title'),
          copied('taxNumber'),
          [t('invoice.email'), invoice.email ? <InvoiceEmail key="e" /> : undefined],
          copied('number'),
          copied('cancelNumber'),
          [t('invoice.reason'), invoice.reason || undefined],
          at('askTime'),
          at('issueTime'),
          at('cancelTime'),
        ]}
      />
      <InvoiceActs />
    </Panel>
  );
};

const { reason } = orderActions.refuseInvoice.input.shape;

/** In part; in full for who issues the invoice, which is recorded. */
const InvoiceEmail = () => {
  const t = useTexts('resources.orders.fields');
  const { invoke } = useDataProvider();
  const { id, invoice } = useRecord<OrderOnPage>();
  const [email, setEmail] = useState('');
  if (email) return <CopiedText text={email} name={t('invoice.email')} />;
  return (
    <>
      {invoice?.email}
      <DialogButton
        right="orders.invoice"
        button={{ size: 'small', variant: 'text' }}
        texts="resources.orders.invoice.revealInvoiceEmail"
      >
        <ActionForm
          fields={{ reason }}
          run={({ reason: why }) => invoke('adminOrder', 'revealInvoiceEmail', { id, reason: why })}
          onDone={seen => setEmail(seen.email)}
        />
      </DialogButton>
    </>
  );
};

const InvoiceActs = () => {
  const t = useTexts('resources.orders.invoice');
  const { invoke } = useDataProvider();
  const { id, rev, invoice } = useRecord<OrderOnPage>();
  const numbered = (act: 'issueInvoice' | 'cancelInvoice') => (
    <DialogButton
      right="orders.invoice"
      texts={`resources.orders.invoice.${act}`}
      values={{ sum: formatYuan(invoice?.amountFen ?? 0), title: invoice?.title }}
    >
      <ActionForm
        fields={{ number: invoiceNumber }}
        defaultValues={{ number: '' }}
        run={({ number }) => invoke('adminOrder', act, { id, rev, number })}
      >
        <TextInput source="number" autoFocus fullWidth />
      </ActionForm>
    </DialogButton>
  );
  if (invoice?.status === 'toCancel')
    return (
      <Alert severity="warning" sx={{ mt: 1.5 }} action={numbered('cancelInvoice')}>
        {t('toCancel')}
      </Alert>
    );
  if (invoice?.status !== 'waiting') return null;
  return (
    <Box sx={{ display: 'flex', gap: 1, justifyContent: 'flex-end', mt: 1.5 }}>
      <DialogButton right="orders.invoice" texts="resources.orders.invoice.refuseInvoice">
        <ActionForm
          fields={{ reason }}
          defaultValues={{ reason: '' }}
          run={({ reason: why }) => invoke('adminOrder', 'refuseInvoice', { id, rev, reason: why })}
          submit={<SubmitButton danger />}
        >
          <TextInput source="reason" autoFocus fullWidth />
        </ActionForm>
      </DialogButton>
      {numbered('issueInvoice')}
    </Box>
  );
};

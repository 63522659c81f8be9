import { Box } from '@mui/material';
import { orderActions } from '#contract/order.ts';
import { refundAskReasons, refundAskStatuses } from '#contract/refundAskStates.ts';
import { DialogButton } from '../../kit/action/ActionDialog.tsx';
import { ActionForm, SubmitButton } from '../../kit/action/ActionForm.tsx';
import { useDataProvider, useRecord, useTexts } from '../../kit/base/hooks.ts';
import { StatusLabel, Time } from '../../kit/field/valueFields.tsx';
import { TextInput } from '../../kit/form/inputs.tsx';
import { FactList, Panel } from '../../kit/show/Panel.tsx';
import type { OrderOnPage } from './orderRecord.ts';
import { RefundButton } from './RefundButton.tsx';

const { reason } = orderActions.refuseRefundAsk.input.shape;

/** That the user has asked for a refund, and what was answered; agreeing is the refund. */
export const OrderRefundAskPanel = () => {
  const t = useTexts('resources.orders.refundAsk');
  const label = useTexts('resources.orders.fields');
  const { invoke } = useDataProvider();
  const order = useRecord<OrderOnPage>();
  const { id, rev, refundAsk: ask, openRefundId } = order;
  if (!ask) return null;
  const { status, askTime, answerTime } = ask;
  const asksFor = refundAskReasons[ask.reason].label;
  return (
    <Panel title={t('title')}>
      <FactList
        facts={[
          [label('refundAsk.status'), <StatusLabel key="s" {...refundAskStatuses[status]} />],
          [label('refundAsk.reason'), asksFor],
          [label('refundAsk.text'), ask.text || undefined],
          [label('refundAsk.askTime'), <Time key="a" instant={askTime} />],
          [label('refundAsk.answer'), ask.answer || undefined],
          [
            label('refundAsk.answerTime'),
            answerTime ? <Time key="t" instant={answerTime} /> : undefined,
          ],
        ]}
      />
      {status === 'waiting' && !openRefundId && (
        <Box sx={{ display: 'flex', gap: 1, justifyContent: 'flex-end', mt: 1.5 }}>
          <DialogButton right="orders.refund" texts="resources.orders.refundAsk.refuse">
            <ActionForm
              fields={{ reason }}
              defaultValues={{ reason: '' }}
              run={({ reason: why }) =>
                invoke('adminOrder', 'refuseRefundAsk', { id, rev, reason: why })
              }
              submit={<SubmitButton danger />}
            >
              <TextInput source="reason" autoFocus fullWidth />
            </ActionForm>
          </DialogButton>
          <RefundButton order={order} label={t('agree')} reason={asksFor} />
        </Box>
      )}
    </Panel>
  );
};

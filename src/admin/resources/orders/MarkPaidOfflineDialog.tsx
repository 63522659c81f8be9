import { orderActions } from '#contract/order.ts';
import { formatYuan } from '../../../shared/money.ts';
import { ActionDialog } from '../../kit/action/ActionDialog.tsx';
import { ActionForm } from '../../kit/action/ActionForm.tsx';
import { useDataProvider, useRecord, useTexts } from '../../kit/base/hooks.ts';
import { TextInput } from '../../kit/form/inputs.tsx';
import { ImageUploadInput } from '../../kit/form/uploadInputs.tsx';
import type { OrderOnPage } from './orderRecord.ts';

const { reason, note, voucher } = orderActions.markPaidOffline.input.shape;
const fields = { reason, note, voucher };
const defaults = { reason: '', note: '', voucher: '' };

/** The amount is typed: nothing else shows that the money has arrived. */
export const MarkPaidOfflineDialog = () => {
  const t = useTexts('resources.orders.offline');
  const { invoke } = useDataProvider();
  const { id, rev, payFen, claim } = useRecord<OrderOnPage>();
  return (
    <ActionDialog texts="resources.orders.offline" values={{ sum: formatYuan(payFen) }}>
      <ActionForm
        facts={t(claim ? 'factsClaimed' : 'facts', { sum: formatYuan(payFen) })}
        fields={fields}
        defaultValues={defaults}
        typed={(payFen / 100).toFixed(2)}
        run={input =>
          invoke('adminOrder', 'markPaidOffline', { id, rev, ...input, expectPayFen: payFen })
        }
      >
        <TextInput source="reason" autoFocus fullWidth />
        <TextInput source="note" fullWidth />
        <ImageUploadInput source="voucher" scene="voucher" />
      </ActionForm>
    </ActionDialog>
  );
};

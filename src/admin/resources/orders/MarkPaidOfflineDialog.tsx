import { useTranslate } from 'react-admin';
import { line } from '#contract/zod.ts';
import { formatYuan } from '../../../shared/money.ts';
import { ActionDialog } from '../../kit/action/ActionDialog.tsx';
import { useInvoke, useRecord } from '../../kit/base/hooks.ts';
import { TextInput } from '../../kit/form/inputs.tsx';
import type { OrderOnPage } from './orderRecord.ts';

const fields = { reason: line(200).min(1) };
const defaults = { reason: '' };

/** The amount is typed: nothing else shows that the money has arrived. */
export const MarkPaidOfflineDialog = () => {
  const translate = useTranslate();
  const invoke = useInvoke();
  const { id, rev, payFen, claim } = useRecord<OrderOnPage>();
  return (
    <ActionDialog
      texts="resources.orders.offline"
      values={{ sum: formatYuan(payFen) }}
      facts={translate(
        claim ? 'resources.orders.offline.factsClaimed' : 'resources.orders.offline.facts',
        {
          sum: formatYuan(payFen),
        },
      )}
      fields={fields}
      defaults={defaults}
      typed={(payFen / 100).toFixed(2)}
      run={({ reason }) =>
        invoke('adminOrder', 'markPaidOffline', { id, rev, reason, expectPayFen: payFen })
      }
    >
      <TextInput source="reason" autoFocus fullWidth />
    </ActionDialog>
  );
};

import { Box } from '@mui/material';
import { RadioButtonGroupInput, SelectInput, TextInput, useTranslate } from 'react-admin';
import { useWatch } from 'react-hook-form';
import { abnormalRefundTypes, type Refund, refundActions } from '#contract/refund.ts';
import { refunds as words } from '#i18n/zh/orders.ts';
import { formatYuan } from '../../../shared/money.ts';
import { ActionDialog } from '../../kit/action/ActionDialog.tsx';
import { useInvoke } from '../../kit/base/hooks.ts';
import { choicesOf } from '../../kit/form/choicesOf.ts';

const { id: _id, ...fields } = refundActions.applyAbnormalRefund.input.shape;
const defaults = { type: 'USER_BANK_CARD' };
const types = choicesOf(abnormalRefundTypes);
/** The gateway's names of the banks most cards are from; others are registered in its own console. */
const banks = Object.entries(words.banks).map(([id, name]) => ({ id, name }));

type Values = Record<string, unknown>;
const card = ['bankType', 'bankAccount', 'realName'] as const;
const isToCard = ({ type }: Values) => type === 'USER_BANK_CARD';
const cardOf = (values: Values) =>
  Object.fromEntries(card.map(field => [field, String(values[field])]));

/** The money could not reach its source: asks where to send it instead. */
export const AbnormalRefundDialog = ({ refund }: { refund: Refund }) => {
  const translate = useTranslate();
  const invoke = useInvoke();
  return (
    <ActionDialog
      texts="resources.refunds.elsewhere"
      values={{ sum: formatYuan(refund.amountFen) }}
      fields={fields}
      defaults={defaults}
      labels="refunds"
      check={values =>
        Object.fromEntries(
          card
            .filter(field => isToCard(values) && !values[field])
            .map(field => [field, translate('resources.refunds.elsewhere.required')]),
        )
      }
      run={(values: Values) =>
        invoke('adminOrder', 'applyAbnormalRefund', {
          id: refund._id,
          type: values['type'] as keyof typeof abnormalRefundTypes,
          ...(isToCard(values) && cardOf(values)),
        })
      }
    >
      <RadioButtonGroupInput source="type" choices={types} />
      <Receiver />
    </ActionDialog>
  );
};

const Receiver = () => {
  const translate = useTranslate();
  const type = useWatch({ name: 'type' }) as string;
  if (!isToCard({ type })) {
    return (
      <Box sx={{ color: 'text.secondary', fontSize: '0.8125rem' }}>
        {translate('resources.refunds.elsewhere.merchant')}
      </Box>
    );
  }
  return (
    <Box sx={{ '& .MuiFormControl-root': { width: 1 } }}>
      <SelectInput source="bankType" choices={banks} isRequired />
      <TextInput
        source="bankAccount"
        helperText="resources.refunds.elsewhere.account"
        slotProps={{ htmlInput: { inputMode: 'numeric', autoComplete: 'off' } }}
        isRequired
      />
      <TextInput source="realName" autoComplete="off" isRequired />
    </Box>
  );
};

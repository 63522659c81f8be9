import { Box } from '@mui/material';
import { Fragment, type ReactNode } from 'react';
import { useWatch } from 'react-hook-form';
import {
  abnormalRefundTypes,
  type Refund,
  refundActions,
  refundStatuses,
} from '#contract/refund.ts';
import { refundWays } from '#contract/refundWays.ts';
import { line } from '#contract/zod.ts';
import { banks as bankNames } from '#i18n/zh/banks.ts';
import { formatYuan } from '../../../shared/money.ts';
import { exactTime } from '../../../shared/time.ts';
import { ActionDialog } from '../../kit/action/ActionDialog.tsx';
import { ActionForm, SubmitButton } from '../../kit/action/ActionForm.tsx';
import { ActionButton, RunButton } from '../../kit/action/buttons.tsx';
import { useCan } from '../../kit/base/CanAccess.tsx';
import { useDataProvider, useTexts } from '../../kit/base/hooks.ts';
import { useNow } from '../../kit/base/useNow.ts';
import { Quiet } from '../../kit/field/valueFields.tsx';
import { RadioButtonGroupInput, SelectInput, TextInput } from '../../kit/form/inputs.tsx';
import type { OrderOnPage } from './orderRecord.ts';

/** The ways forward of one refund, as buttons. */
export const RefundActs = ({ refund, order }: { refund: Refund; order?: OrderOnPage }) => {
  const t = useTexts('resources.refunds');
  const { invoke } = useDataProvider();
  const { _id: id } = refund;
  const ways = refundWays(refund, order);
  const mayRefund = useCan()('orders.refund');
  if (ways.length === 0 || !mayRefund) return null;
  const stands = ({ status }: Refund) => t('stands', { status: refundStatuses[status].label });
  const run = (label: string, action: 'syncRefund' | 'retryRefund') => (
    <RunButton
      size="small"
      label={label}
      run={() => invoke('adminOrder', action, { id })}
      done={stands}
    />
  );
  const ask = (label: string, dialog: ReactNode) => (
    <ActionButton size="small" label={label} dialog={dialog} />
  );
  const buttons: Record<(typeof ways)[number], (label: string) => ReactNode> = {
    sync: label => run(label, 'syncRefund'),
    retry: label => run(label, 'retryRefund'),
    void: label => <VoidRefundButton refund={refund} label={label} />,
    check: label => ask(label, <RefundDecision refund={refund} way="check" field="note" />),
    elsewhere: label => ask(label, <AbnormalRefundDialog refund={refund} />),
  };
  return (
    <Box
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        gap: 1,
        '& .MuiButton-root': { minHeight: { xs: 44, sm: 32 } },
      }}
    >
      {ways.map(way => (
        <Fragment key={way}>{buttons[way](t(`ways.${way}`))}</Fragment>
      ))}
    </Box>
  );
};

const rule = line(200).min(1);

/** Enabled when the last submission can no longer arrive; until then it shows when. */
const VoidRefundButton = ({ refund, label }: { refund: Refund; label: string }) => {
  const t = useTexts('resources.refunds.void');
  const now = useNow();
  const { inFlightUntil } = refund;
  if (inFlightUntil && inFlightUntil > now)
    return (
      <Quiet sx={{ alignSelf: 'center' }}>
        {t('later', { time: exactTime(inFlightUntil).slice(11, 16) })}
      </Quiet>
    );
  const dialog = <RefundDecision refund={refund} way="void" field="reason" />;
  return <ActionButton size="small" color="error" label={label} dialog={dialog} />;
};

interface RefundDecisionProps {
  refund: Refund;
  way: 'void' | 'check';
  field: 'reason' | 'note';
}

/** Gives up a refund that the gateway does not know, or confirms that one paid nevertheless has been checked. */
const RefundDecision = ({ refund, way, field }: RefundDecisionProps) => {
  const t = useTexts('resources.refunds.ways');
  const { invoke } = useDataProvider();
  const { _id: id, amountFen } = refund;
  return (
    <ActionDialog
      texts={`resources.refunds.${way}`}
      values={{ sum: formatYuan(amountFen) }}
      record={{ id }}
      resource="refunds"
    >
      <ActionForm
        fields={{ [field]: rule }}
        resource="refunds"
        run={({ reason = '', note = '' }: Record<string, string>): Promise<unknown> =>
          way === 'void'
            ? invoke('adminOrder', 'voidRefund', { id, reason })
            : invoke('adminOrder', 'checkVoidedRefund', { id, note })
        }
        submit={<SubmitButton label={t(way)} danger={way === 'void'} />}
      >
        <TextInput
          source={field}
          label={`resources.refunds.${way}.${field}`}
          autoFocus
          isRequired
        />
      </ActionForm>
    </ActionDialog>
  );
};

const { id: _id, ...fields } = refundActions.applyAbnormalRefund.input.shape;
const defaults = { type: 'USER_BANK_CARD' };
/** The gateway's names of the banks most cards are from; others are registered in its own console. */
const banks = Object.entries(bankNames).map(([id, name]) => ({ id, name }));

type Values = Record<string, unknown>;
const card = ['bankType', 'bankAccount', 'realName'] as const;
const isToCard = ({ type }: Values) => type === 'USER_BANK_CARD';
const cardOf = (values: Values) =>
  Object.fromEntries(card.map(field => [field, String(values[field])]));

/** The money could not reach its source: asks where to send it instead. */
const AbnormalRefundDialog = ({ refund }: { refund: Refund }) => {
  const t = useTexts('resources.refunds.elsewhere');
  const { invoke } = useDataProvider();
  return (
    <ActionDialog
      texts="resources.refunds.elsewhere"
      values={{ sum: formatYuan(refund.amountFen) }}
      record={{ id: refund._id }}
      resource="refunds"
    >
      <ActionForm
        fields={fields}
        defaultValues={defaults}
        resource="refunds"
        validate={values =>
          Object.fromEntries(
            card
              .filter(field => isToCard(values) && !values[field])
              .map(field => [field, t('required')]),
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
        <RadioButtonGroupInput source="type" choices={abnormalRefundTypes} />
        <Receiver />
      </ActionForm>
    </ActionDialog>
  );
};

const Receiver = () => {
  const t = useTexts('resources.refunds.elsewhere');
  const type = useWatch({ name: 'type' }) as string;
  if (!isToCard({ type })) {
    return <Quiet small>{t('merchant')}</Quiet>;
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

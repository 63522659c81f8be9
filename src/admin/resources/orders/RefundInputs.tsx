import { Alert, Box } from '@mui/material';
import { useEffect } from 'react';
import { useTranslate } from 'react-admin';
import { useFormContext, useFormState, useWatch } from 'react-hook-form';
import { type Refund, refundReasonCodes } from '#contract/refund.ts';
import { creditsTaken, proposedClawback } from '#contract/refundTerms.ts';
import { formatYuan } from '../../../shared/money.ts';
import {
  BooleanInput,
  MoneyInput,
  NumberInput,
  RadioButtonGroupInput,
  SelectInput,
  TextInput,
} from '../../kit/form/inputs.tsx';
import { useRefundSettings } from '../settings/parts.ts';
import type { OrderOnPage } from './orderRecord.ts';
import { balanceOf, useOrderUser } from './OrderUserPanel.tsx';

export const RefundInputs = ({ order }: { order: OrderOnPage }) => {
  const translate = useTranslate();
  const { refundable, payFen, refundedFen } = order;
  const maxFen = refundable?.maxFen ?? 0;
  const mode = useWatch({ name: 'mode' }) as string;
  const { allowPartial } = useRefundSettings();
  useProposal(order);
  return (
    <Box sx={{ '& .MuiFormControl-root': { width: 1 } }}>
      <RadioButtonGroupInput
        source="mode"
        label="resources.refunds.fields.mode"
        choices={[
          {
            id: 'full',
            name: translate(
              refundedFen > 0 ? 'resources.refunds.mode.rest' : 'resources.refunds.mode.full',
              { sum: formatYuan(maxFen) },
            ),
          },
          ...(allowPartial
            ? [{ id: 'partial', name: translate('resources.refunds.mode.partial') }]
            : []),
        ]}
      />
      {mode === 'partial' && (
        <MoneyInput
          source="amountFen"
          helperText={translate('resources.refunds.atMost', {
            max: formatYuan(maxFen),
            paid: formatYuan(payFen),
            refunded: formatYuan(refundedFen),
          })}
        />
      )}
      <Box
        sx={{
          display: 'grid',
          columnGap: 2,
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: '136px minmax(0, 1fr)' },
        }}
      >
        <SelectInput
          source="reasonCode"
          choices={refundReasonCodes}
          fullWidth
          sx={{ minWidth: 0 }}
        />
        <TextInput source="reason" helperText="resources.refunds.reasonHelp" fullWidth />
      </Box>
      <TextInput source="internalNote" multiline fullWidth />
      <ClawbackInputs order={order} />
      <RefundEffect order={order} />
    </Box>
  );
};

/** The full rest follows what is refundable; the clawback follows the amount until it is edited. */
const useProposal = (order: OrderOnPage) => {
  const { setValue } = useFormContext();
  const { dirtyFields } = useFormState();
  const [mode, amountFen] = useWatch({ name: ['mode', 'amountFen'] }) as [string, unknown];
  const maxFen = order.refundable?.maxFen ?? 0;
  const ownClawback = dirtyFields['clawback'] as Record<string, boolean> | undefined;
  const ownCredits = ownClawback?.['credits'] ?? false;
  const ownDays = ownClawback?.['packageDays'] ?? false;
  const sum = typeof amountFen === 'number' ? amountFen : 0;
  const { credits, packageDays } = proposedClawback(
    { ...order, left: order.refundable },
    Math.min(sum, maxFen),
  );
  useEffect(() => {
    if (mode === 'full') setValue('amountFen', maxFen, { shouldValidate: true });
    else setValue('amountFen', null);
  }, [mode, maxFen, setValue]);
  useEffect(() => {
    if (!ownCredits) setValue('clawback.credits', credits);
  }, [credits, ownCredits, setValue]);
  useEffect(() => {
    if (!ownDays) setValue('clawback.packageDays', packageDays);
  }, [packageDays, ownDays, setValue]);
};

/** Only if the order has grants that were not taken back. */
const ClawbackInputs = ({ order: { refundable } }: { order: OrderOnPage }) => {
  const translate = useTranslate();
  const { credits = 0, days = 0 } = refundable ?? {};
  if (credits === 0 && days === 0) return null;
  return (
    <>
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: '1fr 1fr', alignItems: 'start' }}>
        {credits > 0 && (
          <NumberInput
            source="clawback.credits"
            label="resources.refunds.fields.credits"
            helperText={translate('resources.refunds.ofCredits', { count: credits })}
            fullWidth
            min={0}
            max={credits}
          />
        )}
        {days > 0 && (
          <NumberInput
            source="clawback.packageDays"
            label="resources.refunds.fields.packageDays"
            helperText={translate('resources.refunds.ofDays', { count: days })}
            fullWidth
            min={0}
            max={days}
          />
        )}
      </Box>
      {credits > 0 && (
        <BooleanInput
          source="clawback.allowNegative"
          label="resources.refunds.fields.allowNegative"
          sx={{ mt: 0.5, ml: 0.5 }}
        />
      )}
    </>
  );
};

const counted = (count: number) => count.toLocaleString('zh-CN');

/** The effect of the refund, before it is made. */
const RefundEffect = ({ order }: { order: OrderOnPage }) => {
  const translate = useTranslate();
  const [amountFen, clawback] = useWatch({ name: ['amountFen', 'clawback'] }) as [
    unknown,
    Refund['clawback'] | undefined,
  ];
  const { data: user } = useOrderUser(order.userId);
  const maxFen = order.refundable?.maxFen ?? 0;
  const sum = typeof amountFen === 'number' && amountFen > 0 ? amountFen : undefined;
  if (sum === undefined || sum > maxFen) return null;
  const t = (key: string, args?: Record<string, unknown>) =>
    translate(`resources.refunds.effect.${key}`, args);
  const isAll = sum === maxFen;
  const credits = clawback?.credits ?? 0;
  const parts = user && clawback && creditsTaken(clawback, order.fulfil.credits, user.credits);
  const taken = parts ? parts.paid + parts.gift : credits;
  const lines = [
    t(order.payChannel === 'offline' ? 'offline' : 'back', { sum: formatYuan(sum) }),
    isAll ? t('ends') : t('rest', { sum: formatYuan(maxFen - sum) }),
    ...(credits > 0 && user
      ? [
          t('balance', {
            before: counted(balanceOf(user)),
            after: counted(balanceOf(user) - taken),
            count: counted(taken),
          }),
        ]
      : []),
    ...(clawback && clawback.packageDays > 0 ? [t('days', { count: clawback.packageDays })] : []),
    ...(isAll && order.printOrderId ? [t('print')] : []),
  ];
  return (
    <Box
      role="status"
      sx={{ mt: 1, p: 1.5, borderRadius: 1, bgcolor: 'action.hover', fontSize: '0.8125rem' }}
    >
      <Box component="ul" sx={{ m: 0, pl: 2 }}>
        {lines.map(line => (
          <li key={line}>{line}</li>
        ))}
      </Box>
      {taken < credits && (
        <Alert severity="warning" sx={{ mt: 1 }}>
          {t('short', { wanted: credits, taken })}
        </Alert>
      )}
    </Box>
  );
};

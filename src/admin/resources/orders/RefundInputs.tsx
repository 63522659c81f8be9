import { Alert, Box } from '@mui/material';
import { useEffect } from 'react';
import { useFormContext, useFormState, useWatch } from 'react-hook-form';
import { unusedRuleOf } from '#contract/refundTerms.ts';
import { formatCount } from '../../../shared/count.ts';
import { formatYuan } from '../../../shared/money.ts';
import { useTexts } from '../../kit/base/hooks.ts';
import { Quiet } from '../../kit/field/valueFields.tsx';
import {
  BooleanInput,
  MoneyInput,
  NumberInput,
  RadioButtonGroupInput,
  SelectInput,
  TextInput,
} from '../../kit/form/inputs.tsx';
import { sentenceOf } from '../../kit/form/sentenceOf.ts';
import { lineLeft } from './lineNames.ts';
import type { OrderOnPage } from './orderRecord.ts';
import { RefundEffect } from './RefundEffect.tsx';
import { RefundLinesInput } from './RefundLinesInput.tsx';
import {
  isTypedSum,
  type RefundAsked,
  refundAsked,
  type RefundValues,
  sumOf,
  useRefundPreview,
} from './useRefundPreview.ts';

export const RefundInputs = ({ order }: { order: OrderOnPage }) => {
  const t = useTexts('resources.refunds');
  const { refundable, payFen, refundedFen, lines = [] } = order;
  const { maxFen = 0, allowPartial = true, reasons = [] } = refundable ?? {};
  const [mode, freeAmount] = useWatch({ name: ['mode', 'freeAmount'] }) as [
    RefundValues['mode'],
    boolean,
  ];
  const shown = useShownPreview(order);
  const isByHand = isTypedSum({ mode, freeAmount });
  const isDivisible = lines.length > 1 || lines.some(line => line.qty > 1);
  return (
    <Box sx={{ '& .MuiFormControl-root': { width: 1 } }}>
      {allowPartial ? (
        <RadioButtonGroupInput
          source="mode"
          label="resources.refunds.fields.mode"
          choices={[
            ...(mayBeUsed(order) ? [{ id: 'unused', name: t('mode.unused') }] : []),
            {
              id: 'full',
              name: t(refundedFen > 0 ? 'mode.rest' : 'mode.full', { sum: formatYuan(maxFen) }),
            },
            ...(halfOf(order) < maxFen
              ? [{ id: 'half', name: t('mode.half', { sum: formatYuan(halfOf(order)) }) }]
              : []),
            ...(isDivisible && lines.some(line => lineLeft(line) > 0)
              ? [{ id: 'items', name: t('mode.items') }]
              : []),
            { id: 'partial', name: t('mode.partial') },
          ]}
        />
      ) : (
        <Alert severity="info" sx={{ mb: 1.5 }}>
          {t('onlyWhole', { sum: formatYuan(maxFen) })}
        </Alert>
      )}
      {mode === 'unused' && <Quiet small>{rulesFor(order)}</Quiet>}
      {mode === 'items' && (
        <>
          <RefundLinesInput lines={lines} made={shown.preview?.items ?? []} />
          <BooleanInput source="freeAmount" sx={{ ml: 0.5 }} />
        </>
      )}
      {isByHand && (
        <MoneyInput
          source="amountFen"
          helperText={t('atMost', {
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
          gridTemplateColumns: {
            xs: 'minmax(0, 1fr)',
            sm: reasons.length > 0 ? '160px minmax(0, 1fr)' : 'minmax(0, 1fr)',
          },
        }}
      >
        {reasons.length > 0 && (
          <SelectInput
            source="reasonCode"
            choices={reasons.map(reason => ({ id: reason, name: reason }))}
            fullWidth
            sx={{ minWidth: 0 }}
          />
        )}
        <TextInput source="reason" helperText="resources.refunds.reasonHelp" fullWidth />
      </Box>
      <TextInput source="internalNote" multiline fullWidth />
      <ClawbackInputs order={order} daysLeft={shown.preview?.daysLeft ?? 0} />
      <RefundEffect order={order} {...shown} />
      {!isByHand && <AmountRefusal />}
    </Box>
  );
};

/** Whether the order has granted what people use. */
export const mayBeUsed = ({ refundable }: OrderOnPage) =>
  (refundable?.credits ?? 0) + (refundable?.days ?? 0) > 0;

/** The published rules for it. */
const rulesFor = ({ refundable }: OrderOnPage) =>
  unusedRuleOf({ credits: Boolean(refundable?.credits), days: Boolean(refundable?.days) });

/** Of what was paid, as it is promised to a user. */
const halfOf = ({ payFen }: OrderOnPage) => Math.round(payFen / 2);

/** Why the amount was refused, where there is no input for it. */
const AmountRefusal = () => {
  const { errors } = useFormState();
  const sentence = sentenceOf(errors['amountFen']);
  return sentence ? (
    <Alert severity="error" sx={{ mt: 1 }}>
      {sentence}
    </Alert>
  ) : null;
};

type Edited = Record<string, boolean | undefined>;

/** What the server is asked, or null while that is incomplete. */
const askedFrom = (
  values: RefundValues,
  dirty: Edited,
  maxFen: number,
  halfFen: number,
): RefundAsked | null => {
  const { mode, items = [] } = values;
  const isByHand = isTypedSum(values);
  if (isByHand && (sumOf(values) ?? Infinity) > maxFen) return null;
  if (mode === 'items' && items.length === 0) return null;
  // The parts of the clawback that were edited; the others are as the server proposes.
  const edited = Object.entries(values.clawback ?? {}).filter(
    ([field, value]) => dirty[field] && value !== null,
  );
  const counts: unknown[] = edited.map(([, value]) => value);
  if (mode === 'items') counts.push(...items.map(({ qty }) => qty));
  if (counts.some(count => typeof count === 'string')) return null;
  return refundAsked({
    ...values,
    // The whole rest by its sum, so that what was refunded since the page was read is noticed.
    ...(!isByHand && { amountFen: { full: maxFen, half: halfFen }[String(mode)] }),
    clawback: edited.length > 0 ? Object.fromEntries(edited) : undefined,
  });
};

/** What the server says of the input; amount and clawback follow it until they are edited. */
const useShownPreview = (order: OrderOnPage) => {
  const { setValue } = useFormContext();
  const { dirtyFields } = useFormState();
  const names = ['mode', 'items', 'freeAmount', 'amountFen', 'clawback'] as const;
  const watched = useWatch({ name: [...names] }) as unknown[];
  const values = Object.fromEntries(names.map((name, at) => [name, watched[at]])) as RefundValues;
  const { mode, freeAmount } = values;
  const maxFen = order.refundable?.maxFen ?? 0;
  const halfFen = halfOf(order);
  const dirty = (dirtyFields['clawback'] ?? {}) as Edited;
  const asked = askedFrom(values, dirty, maxFen, halfFen);
  const { preview, isCurrent, error, refetch } = useRefundPreview(order, asked);
  const follows = mode === 'unused' || (mode === 'items' && !freeAmount);
  const made = isCurrent ? preview?.amountFen : undefined;

  useEffect(() => {
    if (mode === 'full') setValue('amountFen', maxFen, { shouldValidate: true });
    else if (mode === 'half') setValue('amountFen', halfFen, { shouldValidate: true });
    else if (mode === 'partial') setValue('amountFen', null);
  }, [mode, maxFen, halfFen, setValue]);
  useEffect(() => {
    if (follows) setValue('amountFen', made || null);
  }, [follows, made, setValue]);
  const isWaiting = asked !== null && !isCurrent;
  useEffect(() => {
    setValue('isWaiting', isWaiting);
  }, [isWaiting, setValue]);
  const isAbove = Boolean(preview?.aboveLimit);
  useEffect(() => {
    setValue('isAbove', isAbove);
  }, [isAbove, setValue]);
  const { creditsTaken, daysTaken } = preview ?? {};
  useEffect(() => {
    if (creditsTaken !== undefined) setValue('seen', { creditsTaken, daysTaken });
  }, [creditsTaken, daysTaken, setValue]);
  const { credits } = preview?.clawback ?? {};
  const packageDays = preview && Math.min(preview.clawback.packageDays, preview.daysLeft);
  const [ownCredits, ownDays] = [dirty['credits'] ?? false, dirty['packageDays'] ?? false];
  useEffect(() => {
    if (!ownCredits && credits !== undefined) setValue('clawback.credits', credits);
  }, [credits, ownCredits, setValue]);
  useEffect(() => {
    if (!ownDays && packageDays !== undefined) setValue('clawback.packageDays', packageDays);
  }, [packageDays, ownDays, setValue]);
  return { preview, isCurrent, error, onRetry: () => void refetch() };
};

interface ClawbackInputsProps {
  order: OrderOnPage;
  daysLeft: number;
}

/** Only if the order has grants that can be taken back; what becomes of its days the effect says. */
const ClawbackInputs = ({ order: { refundable }, daysLeft }: ClawbackInputsProps) => {
  const t = useTexts('resources.refunds');
  const { credits = 0 } = refundable ?? {};
  if (credits === 0 && daysLeft === 0) return null;
  return (
    <>
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: '1fr 1fr', alignItems: 'start' }}>
        {credits > 0 && (
          <NumberInput
            source="clawback.credits"
            label="resources.refunds.fields.credits"
            helperText={t('ofCredits', { count: formatCount(credits) })}
            fullWidth
          />
        )}
        {daysLeft > 0 && (
          <NumberInput
            source="clawback.packageDays"
            label="resources.refunds.fields.packageDays"
            helperText={false}
            fullWidth
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

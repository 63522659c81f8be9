import { Box, Table, TableBody, TableCell, TableHead, TableRow } from '@mui/material';
import { useRecordContext } from 'react-admin';
import { useFormContext, useWatch } from 'react-hook-form';
import { packagePriceEntity, type PriceTier } from '#contract/packagePrice.ts';
import { type PrintPaper, printPapers } from '#contract/printPapers.ts';
import { quotePrints } from '#contract/printQuote.ts';
import { z } from '#contract/zod.ts';
import { formatYuan } from '../../../shared/money.ts';
import { RecordDialog } from '../../kit/action/RecordDialog.tsx';
import { useTexts } from '../../kit/base/hooks.ts';
import { Quiet } from '../../kit/field/valueFields.tsx';
import { FieldInputs } from '../../kit/form/FieldInputs.tsx';
import { FormRow } from '../../kit/form/FormSection.tsx';
import { DateTimeInput, SelectInput } from '../../kit/form/inputs.tsx';
import { usePrintSizes } from '../print-size-config/parts.ts';
import { type PriceRecord, tierProblems, timesOf, withoutTimes } from './price.ts';
import { TiersInput } from './TiersInput.tsx';

const { sizeId, paper, ...written } = packagePriceEntity.inputs;
const terms = {
  ...written,
  // Checked row by row, in `check`.
  tiers: z.array(z.looseObject({})),
  // Empty: effective from now on.
  effectiveTime: packagePriceEntity.inputs.effectiveTime.nullable(),
};

type Values = Record<string, unknown>;

export const PriceDialog = () => {
  const price = useRecordContext<PriceRecord>();
  const t = useTexts('resources.package-prices');

  const check = (values: Values): Record<string, string> => {
    const problems = tierProblems((values['tiers'] ?? []) as object[], t, formatYuan);
    const first = problems.flatMap(({ minQty, unitFen }) => [minQty, unitFen]).find(Boolean);
    return first ? { tiers: first } : {};
  };
  return (
    <RecordDialog
      entity={packagePriceEntity}
      rules={price ? terms : { sizeId, paper, ...terms }}
      title={price ? t('edit', { name: price.name }) : t('create')}
      facts={price && t('editNote')}
      start={price ? timesOf(price) : newLine}
      validate={check}
      sent={({ effectiveTime, ...values }) => ({
        ...values,
        ...(typeof effectiveTime === 'number' && { effectiveTime }),
      })}
      {...(price && { previous: withoutTimes(price) })}
      done={t(price ? 'saved' : 'created')}
      submit={t('submit')}
    >
      {!price && <LineInputs />}
      <FieldInputs entity={packagePriceEntity} names={['name', 'sort']} />
      <TiersInput />
      <FieldInputs
        entity={packagePriceEntity}
        names={['packQty', 'packFen', 'shippingFen', 'freeShippingFromFen']}
      />
      <FormRow>
        <DateTimeInput source="effectiveTime" />
        <DateTimeInput source="endTime" />
      </FormRow>
      <PriceQuote />
    </RecordDialog>
  );
};

const newLine = { effectiveTime: null, tiers: [{ minQty: 1, unitFen: null }] };

/** A line is one size on one paper; its name follows from them until it is given another. */
const LineInputs = () => {
  const { sizes } = usePrintSizes();
  const { setValue, getValues } = useFormContext();
  const [sizeId, paper] = useWatch({ name: ['sizeId', 'paper'] }) as (string | undefined)[];
  const size = sizes.find(({ id }) => id === sizeId);
  const papers = (size?.papers ?? (Object.keys(printPapers) as PrintPaper[])).map(id => ({
    id,
    name: printPapers[id].label,
  }));
  const nameOf = (ofSize: string | undefined, ofPaper: string | undefined) =>
    [
      sizes.find(({ id }) => id === ofSize)?.name,
      ofPaper && printPapers[ofPaper as PrintPaper].label,
    ]
      .filter(Boolean)
      .join(' ');
  const rename = (nextSize: string | undefined, nextPaper: string | undefined) => {
    const name = getValues('name') as string | undefined;
    if (!name || name === nameOf(sizeId, paper)) setValue('name', nameOf(nextSize, nextPaper));
  };
  return (
    <FormRow>
      <SelectInput
        source="sizeId"
        choices={sizes}
        optionText="name"
        isRequired
        onChange={event => rename(chosen(event), paper)}
      />
      <SelectInput
        source="paper"
        choices={papers}
        isRequired
        onChange={event => rename(sizeId, chosen(event))}
      />
    </FormRow>
  );
};

const chosen = (event: unknown) =>
  typeof event === 'string' ? event : (event as { target: { value: string } }).target.value;

const numeric = (value: unknown): number | null => (typeof value === 'number' ? value : null);

/** Prices for the values typed so far: at each tier's start, and for a full pack. */
const PriceQuote = () => {
  const t = useTexts('resources.package-prices.quote');
  const values = useWatch() as Record<string, unknown>;
  const tiers = ((values['tiers'] ?? []) as Partial<PriceTier>[]).filter(
    (tier): tier is PriceTier =>
      typeof tier.minQty === 'number' && typeof tier.unitFen === 'number' && tier.minQty > 0,
  );
  const packQty = numeric(values['packQty']);
  if (tiers.length === 0 || tiers[0]?.minQty !== 1) return null;
  const rule = {
    priceId: '',
    tiers,
    packQty,
    packFen: numeric(values['packFen']),
    shippingFen: numeric(values['shippingFen']) ?? 0,
    freeShippingFromFen: numeric(values['freeShippingFromFen']),
  };
  const quantities = [...new Set([...tiers.map(({ minQty }) => minQty), 20, packQty ?? 1])]
    .filter(qty => qty > 0)
    .sort((a, b) => a - b);
  return (
    <Box
      role="region"
      aria-label={t('title')}
      tabIndex={0}
      sx={{ overflowX: 'auto', overscrollBehaviorX: 'contain' }}
    >
      <Quiet small sx={{ mb: 0.5 }}>
        {t('title')}
      </Quiet>
      <Table size="small" aria-label={t('title')}>
        <TableHead>
          <TableRow>
            {(['qty', 'price', 'shipping', 'total', 'each'] as const).map(column => (
              <TableCell key={column} align="right">
                {t(column)}
              </TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {quantities.map(qty => {
            const quote = quotePrints([{ sizeId: 'size', paper: 'glossy', qty }], () => rule);
            const goods = quote.goodsFen - quote.discountFen;
            return (
              <TableRow key={qty}>
                <TableCell align="right">{qty}</TableCell>
                <TableCell align="right">{formatYuan(goods)}</TableCell>
                <TableCell align="right">{formatYuan(quote.shippingFen)}</TableCell>
                <TableCell align="right">{formatYuan(quote.payFen)}</TableCell>
                <TableCell align="right">{formatYuan(Math.round(goods / qty))}</TableCell>
              </TableRow>
            );
          })}
        </TableBody>
      </Table>
    </Box>
  );
};

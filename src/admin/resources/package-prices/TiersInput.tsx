import AddIcon from '@mui/icons-material/Add';
import DeleteIcon from '@mui/icons-material/DeleteOutlined';
import { Box, Button, FormHelperText, FormLabel, IconButton } from '@mui/material';
import { useId } from 'react';
import { useFieldArray, useFormState, useWatch } from 'react-hook-form';
import type { PriceTier } from '#contract/packagePrice.ts';
import { formatYuan } from '../../../shared/money.ts';
import { useTexts } from '../../kit/base/hooks.ts';
import { MoneyInput, NumberInput } from '../../kit/form/inputs.tsx';
import { tierProblems, tierRanges } from './price.ts';

const MOST_TIERS = 20;

type Row = Partial<Record<keyof PriceTier, unknown>>;

/** The tiers as rows; each reaches to the start of the next, so that there are no gaps or overlaps. */
export const TiersInput = () => {
  const t = useTexts('resources.package-prices');
  const id = useId();
  const { fields, append, remove } = useFieldArray({ name: 'tiers' });
  const rows = (useWatch({ name: 'tiers' }) ?? []) as Row[];
  const { isSubmitted } = useFormState();
  const problems = tierProblems(rows, t, formatYuan);
  const sound = problems.every(({ minQty }) => !minQty);
  const ranges = sound ? tierRanges(rows as PriceTier[], t) : [];
  const last = rows.at(-1);
  /** An untouched input shows no error before the first attempt. */
  const problemOf = (at: number, field: keyof PriceTier) => {
    const value = rows[at]?.[field];
    if ((value === null || value === undefined || value === '') && !isSubmitted) return '';
    return problems[at]?.[field] ?? '';
  };
  return (
    <Box role="group" aria-labelledby={id} sx={{ mb: 1.5 }}>
      <FormLabel id={id} sx={{ fontSize: '0.8125rem' }}>
        {t('tiers.title')}
      </FormLabel>
      {fields.map(({ id: key }, at) => (
        <Box key={key}>
          <Box
            sx={{
              display: 'grid',
              alignItems: 'center',
              gap: 1,
              gridTemplateColumns: {
                xs: 'minmax(0, 1fr) minmax(0, 1fr) 40px',
                sm: '140px 160px minmax(0, 1fr) 40px',
              },
            }}
          >
            <NumberInput
              source={`tiers.${at}.minQty`}
              label={false}
              readOnly={at === 0 && rows[0]?.minQty === 1}
              slotProps={{
                htmlInput: {
                  'aria-label': t('tiers.of', { n: at + 1, field: t('fields.minQty') }),
                },
                input: { endAdornment: t('tiers.unit') },
              }}
            />
            <MoneyInput
              source={`tiers.${at}.unitFen`}
              label={false}
              name={t('tiers.of', { n: at + 1, field: t('fields.unitFen') })}
            />
            <Box
              sx={{
                color: 'text.secondary',
                fontSize: '0.8125rem',
                display: { xs: 'none', sm: 'block' },
              }}
            >
              {ranges[at]}
            </Box>
            <IconButton
              size="small"
              disabled={fields.length === 1 || at === 0}
              aria-label={t('tiers.remove', { n: at + 1 })}
              onClick={() => remove(at)}
            >
              <DeleteIcon fontSize="small" />
            </IconButton>
          </Box>
          {(['minQty', 'unitFen'] as const).map(field => {
            const problem = problemOf(at, field);
            return (
              problem && (
                <FormHelperText key={field} error role="alert" sx={{ mx: 0 }}>
                  {t('tiers.of', { n: at + 1, field: t(`fields.${field}`) })}
                  {problem}
                </FormHelperText>
              )
            );
          })}
        </Box>
      ))}
      <Button
        size="small"
        startIcon={<AddIcon />}
        disabled={fields.length >= MOST_TIERS}
        onClick={() =>
          append({
            minQty: typeof last?.minQty === 'number' ? nextStep(last.minQty) : null,
            unitFen: null,
          })
        }
        sx={{ mt: 0.5 }}
      >
        {t('tiers.add')}
      </Button>
    </Box>
  );
};

/** 1 → 10, 10 → 50, 50 → 100: the usual start of the next tier. */
const nextStep = (minQty: number) => {
  const power = 10 ** Math.floor(Math.log10(minQty));
  return minQty < power * 5 && minQty >= 10 ? power * 5 : power * 10;
};

import { Box, Table, TableBody, TableCell, TableHead, TableRow } from '@mui/material';
import { useWatch } from 'react-hook-form';
import type { PriceTier } from '#contract/packagePrice.ts';
import { quotePrints } from '#contract/printQuote.ts';
import { formatYuan } from '../../../shared/money.ts';
import { useTexts } from '../../kit/base/hooks.ts';

const numeric = (value: unknown): number | null => (typeof value === 'number' ? value : null);

/** Prices for the values typed so far: at each tier's start, and for a full pack. */
export const PriceQuote = () => {
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
    <Box sx={{ overflowX: 'auto' }}>
      <Box sx={{ fontSize: '0.8125rem', color: 'text.secondary', mb: 0.5 }}>{t('title')}</Box>
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

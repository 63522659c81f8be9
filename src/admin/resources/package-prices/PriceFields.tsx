import { Box } from '@mui/material';
import { useTranslate } from 'react-admin';
import { formatYuan } from '../../../shared/money.ts';
import { exactTime } from '../../../shared/time.ts';
import { useRecord, useTexts } from '../../kit/base/hooks.ts';
import { useNow } from '../../kit/base/useNow.ts';
import { Quiet } from '../../kit/field/valueFields.tsx';
import { type PriceRecord, tierRanges } from './price.ts';

const useT = () => useTexts('resources.package-prices');

/** Each tier with how far it reaches. */
export const TiersField = ({ tiers }: Pick<PriceRecord, 'tiers'>) => {
  const t = useT();
  const ranges = tierRanges(tiers, t);
  return (
    <Box
      sx={{
        display: 'inline-grid',
        gridTemplateColumns: 'auto auto',
        columnGap: 1.5,
        fontSize: '0.8125rem',
      }}
    >
      {tiers.map(({ unitFen }, at) => [
        <Quiet key={`range ${at}`} component="span">
          {ranges[at]}
        </Quiet>,
        <Box key={`price ${at}`} component="span" sx={{ textAlign: 'right' }}>
          {formatYuan(unitFen)}
        </Box>,
      ])}
    </Box>
  );
};

export const PackField = () => {
  const t = useT();
  const translate = useTranslate();
  const price = useRecord<PriceRecord>();
  return (
    <>
      {price.packFen !== null && price.packQty !== null
        ? t('pack', { qty: price.packQty, price: formatYuan(price.packFen) })
        : translate('list.none')}
    </>
  );
};

export const ShippingField = () => {
  const t = useT();
  const price = useRecord<PriceRecord>();
  const { shippingFen, freeShippingFromFen } = price;
  if (shippingFen === 0) return <>{t('free')}</>;
  return (
    <>
      {freeShippingFromFen === null
        ? t('shippingAlways', { price: formatYuan(shippingFen) })
        : t('shipping', { price: formatYuan(shippingFen), from: formatYuan(freeShippingFromFen) })}
    </>
  );
};

/** Shows only exceptions: not yet in effect, or with an end. */
export const PeriodNote = () => {
  const t = useT();
  const now = useNow();
  const { effectiveTime, endTime } = useRecord<PriceRecord>();
  const at = (instant: number) => ({ time: exactTime(instant).slice(0, 16) });
  const note =
    effectiveTime > now
      ? t('waiting', at(effectiveTime))
      : endTime === null
        ? ''
        : t(endTime <= now ? 'ended' : 'ends', at(endTime));
  return note ? (
    <Box
      sx={{
        fontSize: '0.75rem',
        color: endTime !== null && endTime <= now ? 'error.main' : 'warning.main',
      }}
    >
      {note}
    </Box>
  ) : null;
};

import { Box } from '@mui/material';
import type { ReactNode } from 'react';
import { RecordContextProvider, useTranslate } from 'react-admin';
import type { PackagePrice } from '#contract/packagePrice.ts';
import { sameValue } from '#dataProvider/sameValue.ts';
import { formatYuan } from '../../../shared/money.ts';
import { exactTime } from '../../../shared/time.ts';
import { useRecord, useTexts } from '../../kit/base/hooks.ts';
import { useNow } from '../../kit/base/useNow.ts';
import { Quiet } from '../../kit/field/valueFields.tsx';
import { tierRanges } from './price.ts';

const useT = () => useTexts('resources.package-prices');

/** Each tier with how far it reaches. */
const TiersField = () => {
  const t = useT();
  const { tiers } = useRecord<PackagePrice>();
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

const PackField = () => {
  const t = useT();
  const translate = useTranslate();
  const price = useRecord<PackagePrice>();
  return (
    <>
      {price.packFen !== null && price.packQty !== null
        ? t('pack', { qty: price.packQty, price: formatYuan(price.packFen) })
        : translate('list.none')}
    </>
  );
};

const ShippingField = () => {
  const t = useT();
  const price = useRecord<PackagePrice>();
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

type Term = keyof NonNullable<PackagePrice['current']>;

/** Where a price is to come that charges something else: what holds now, and below it what follows. */
const NowAndThen = ({ terms, children }: { terms: Term[]; children: ReactNode }) => {
  const t = useT();
  const price = useRecord<PackagePrice>();
  const { current, effectiveTime } = price;
  if (!current || terms.every(term => sameValue(current[term], price[term]))) return children;
  return (
    <>
      <RecordContextProvider value={{ ...price, ...current }}>{children}</RecordContextProvider>
      <Quiet tiny>{t('since', { time: exactTime(effectiveTime).slice(0, 16) })}</Quiet>
      {children}
    </>
  );
};

export const TiersNowAndThen = () => (
  <NowAndThen terms={['tiers']}>
    <TiersField />
  </NowAndThen>
);

export const PackNowAndThen = () => (
  <NowAndThen terms={['packFen', 'packQty']}>
    <PackField />
  </NowAndThen>
);

export const ShippingNowAndThen = () => (
  <NowAndThen terms={['shippingFen', 'freeShippingFromFen']}>
    <ShippingField />
  </NowAndThen>
);

/** Shows only exceptions: not yet in effect, or with an end. */
export const PeriodNote = () => {
  const t = useT();
  const now = useNow();
  const { effectiveTime, endTime } = useRecord<PackagePrice>();
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

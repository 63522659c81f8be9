import { Box } from '@mui/material';
import { formatYuan } from '../../../shared/money.ts';
import { useRecord, useTexts } from '../../kit/base/hooks.ts';
import { Quiet } from '../../kit/field/valueFields.tsx';
import type { PackageRecord } from './packageRecord.ts';

/** The price, and the one it is shown to be lower than. */
export const PackagePriceField = () => {
  const t = useTexts('resources.packages.fields');
  const { priceFen, originPriceFen } = useRecord<PackageRecord>();
  return (
    <Box sx={{ whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' }}>
      <Box component="span" sx={{ fontWeight: 500 }}>
        {formatYuan(priceFen)}
      </Box>{' '}
      {originPriceFen !== null && (
        <Quiet tiny component="s" title={t('originPriceFen')}>
          {formatYuan(originPriceFen)}
        </Quiet>
      )}
    </Box>
  );
};

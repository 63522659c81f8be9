import { Chip } from '@mui/material';
import { useTranslate } from 'react-admin';
import { carriers } from '#contract/carriers.ts';
import { ChoiceFilter } from '../../kit/list/ChoiceFilter.tsx';
import { DateRangeFilter } from '../../kit/list/DateRangeFilter.tsx';
import { useFilter } from '../../kit/list/useFilter.ts';
import { usePrintSizes } from '../print-size-config/parts.ts';

export const PrintOrderFilters = () => {
  const translate = useTranslate();
  const { sizes } = usePrintSizes();
  return (
    <>
      <ChoiceFilter
        source="sizeIds"
        choices={Object.fromEntries(sizes.map(({ id, name }) => [id, { label: name }]))}
      />
      <ChoiceFilter source="expressCompany" choices={carriers} />
      <DateRangeFilter source="createTime" />
      <ChoiceFilter
        source="overdue"
        choices={{
          true: { label: translate('resources.print-orders.filter.overdue') },
          false: { label: translate('resources.print-orders.filter.onTime') },
        }}
        parse={value => value === 'true'}
      />
      <BatchFilter />
    </>
  );
};

/** A batch is not chosen from a list: it is led to from one of its print orders. */
const BatchFilter = () => {
  const translate = useTranslate();
  const [batchNo, setBatchNo] = useFilter<string>('batchNo');
  if (!batchNo) return null;
  return (
    <Chip
      label={translate('resources.print-orders.filter.batch', { batchNo })}
      onDelete={() => setBatchNo(undefined)}
      sx={{ alignSelf: 'center', borderRadius: 1 }}
    />
  );
};

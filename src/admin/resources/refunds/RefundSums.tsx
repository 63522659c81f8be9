import { Box } from '@mui/material';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useListContext } from 'react-admin';
import { MAX_SUMMED } from '#contract/constants.ts';
import type { ActionData } from '#contract/index.ts';
import { formatCount } from '../../../shared/count.ts';
import { formatYuan } from '../../../shared/money.ts';
import { useDataProvider, useTexts } from '../../kit/base/hooks.ts';
import { Quiet } from '../../kit/field/valueFields.tsx';

/** How many refunds the list has on all its pages, and what they make. */
export const RefundSums = () => {
  const t = useTexts('resources.refunds.sums');
  const { invoke } = useDataProvider();
  const { filterValues, total } = useListContext();
  const { q, ...filter } = filterValues as { q?: string };
  const { data } = useQuery({
    // The number of matches: what was made or found meanwhile is summed too.
    queryKey: ['refundSums', q, filter, total],
    queryFn: () =>
      invoke('adminOrder', 'getRefundSums', {
        ...(q && { q }),
        filter: filter as NonNullable<ActionData<'adminOrder', 'getRefundSums'>['filter']>,
      }),
    placeholderData: keepPreviousData,
  });
  if (!data) return null;
  const { count, amountFen, successCount, successFen } = data;
  return (
    <Box role="status" sx={{ px: 2, py: 1, fontSize: '0.8125rem' }}>
      {count > MAX_SUMMED ? (
        t('tooMany', { count: formatCount(MAX_SUMMED) })
      ) : (
        <>
          {t('all', { count, sum: formatYuan(amountFen) })}
          <Quiet component="span" sx={{ ml: 1.5 }}>
            {t('success', { count: successCount, sum: formatYuan(successFen) })}
          </Quiet>
        </>
      )}
    </Box>
  );
};

import { useQuery } from '@tanstack/react-query';
import { refundSentences } from '#contract/sentences/refunds.ts';
import { useDataProvider } from '../../kit/base/hooks.ts';
import { ChoiceFilter } from '../../kit/list/ChoiceFilter.tsx';
import { isText, useFilter } from '../../kit/list/useFilter.ts';

/** The reasons of the settings, the one that cancelling prints gives, and the one that is chosen. */
export const RefundReasonFilter = () => {
  const { invoke } = useDataProvider();
  const [chosen] = useFilter('reasonCode', isText);
  const { data: reasons = [] } = useQuery({
    queryKey: ['refundReasons'],
    queryFn: async () => {
      const { data } = await invoke('adminSettings', 'getPaymentSettings', {});
      return data['refundReasons'] as string[];
    },
    staleTime: 60_000,
  });
  const all = [...reasons, refundSentences.printCancelled, ...(chosen ? [chosen] : [])];
  return (
    <ChoiceFilter
      source="reasonCode"
      choices={Object.fromEntries(all.map(reason => [reason, { label: reason }]))}
    />
  );
};

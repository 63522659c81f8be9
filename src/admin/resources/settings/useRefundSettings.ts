import { useQuery } from '@tanstack/react-query';
import { settingDefaults } from '#contract/settingFields.ts';
import { useInvoke } from '../../kit/base/hooks.ts';

const { allowPartial, refundReasons } = settingDefaults.payment;
const defaults = { allowPartial, refundReasons };

/** How refunds may be made, and the reasons that are offered; the defaults until it is known. */
export const useRefundSettings = (): typeof defaults => {
  const invoke = useInvoke();
  const { data } = useQuery({
    queryKey: ['adminSettings', 'payment'],
    queryFn: () => invoke('adminSettings', 'getPaymentSettings', {}),
  });
  return { ...defaults, ...(data?.data as Partial<typeof defaults> | undefined) };
};

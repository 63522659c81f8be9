import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useInvoke, useRecord } from '../../kit/base/hooks.ts';
import type { PackageRecord } from './packageRecord.ts';

/** What was sold of the package around in the last days; read anew where a change makes orders differ. */
export const usePackageSales = (days: number) => {
  const invoke = useInvoke();
  const { id, rev } = useRecord<PackageRecord>();
  return useQuery({
    queryKey: ['packages', 'getPackageSales', id, days, rev],
    queryFn: () => invoke('adminPackage', 'getPackageSales', { id, days }),
    placeholderData: keepPreviousData,
  });
};

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDataProvider, useRecord } from '../../kit/base/hooks.ts';
import type { PackageRecord } from './packageRecord.ts';

/** What was sold of the package around in the last days; read anew where a change makes orders differ. */
export const usePackageSales = (days: number) => {
  const { invoke } = useDataProvider();
  const { id, rev } = useRecord<PackageRecord>();
  return useQuery({
    queryKey: ['packages', 'getPackageSales', id, days, rev],
    queryFn: () => invoke('adminPackage', 'getPackageSales', { id, days }),
    placeholderData: keepPreviousData,
  });
};

import { keepPreviousData } from '@tanstack/react-query';
import { useRecord } from '../../kit/base/hooks.ts';
import { useAnswer } from '../../kit/base/useAnswer.ts';
import type { PackageRecord } from './packageRecord.ts';

/** What was sold of the package around in the last days; read anew where a change makes orders differ. */
export const usePackageSales = (days: number) => {
  const { id, rev } = useRecord<PackageRecord>();
  return useAnswer('adminPackage', 'getPackageSales', {
    data: { id, days },
    queryKey: ['packages', 'getPackageSales', id, days, rev],
    placeholderData: keepPreviousData,
  });
};

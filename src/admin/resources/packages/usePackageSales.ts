import { useQuery } from '@tanstack/react-query';
import { useInvoke } from '../../kit/base/hooks.ts';

/** What was sold of a package in the last days; read again with the package, whose changes make orders differ. */
export const usePackageSales = (id: string, days: number) => {
  const invoke = useInvoke();
  return useQuery({
    queryKey: ['packages', 'getPackageSales', id, days],
    queryFn: () => invoke('adminPackage', 'getPackageSales', { id, days }),
  });
};

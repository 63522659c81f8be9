import { useGetList } from 'react-admin';
import { MAX_PAGE_SIZE } from '#contract/constants.ts';
import type { Package } from '#contract/package.ts';
import { useCan } from '../../kit/base/CanAccess.tsx';
import type { RecordOf } from '../../kit/base/hooks.ts';

/** All packages there are; a handful. */
export const usePackages = () => {
  const { data = [] } = useGetList<RecordOf<Package>>(
    'packages',
    {
      pagination: { page: 1, perPage: MAX_PAGE_SIZE },
      sort: { field: 'sort', order: 'DESC' },
    },
    { enabled: useCan()('packages.read'), staleTime: 60_000 },
  );
  return { packages: data, memberships: data.filter(({ type }) => type === 'membership') };
};

import { useGetList } from 'react-admin';
import { MAX_PAGE_SIZE } from '#contract/constants.ts';
import type { Package } from '#contract/package.ts';
import { useCan } from '../../kit/base/CanAccess.tsx';
import type { RecordOf } from '../../kit/base/hooks.ts';

/** All memberships that there are; a handful. */
export const useMemberships = () => {
  const { data = [] } = useGetList<RecordOf<Package>>(
    'packages',
    {
      pagination: { page: 1, perPage: MAX_PAGE_SIZE },
      sort: { field: 'sort', order: 'DESC' },
    },
    { enabled: useCan()('packages.read'), staleTime: 60_000 },
  );
  return data.filter(({ type }) => type === 'membership');
};

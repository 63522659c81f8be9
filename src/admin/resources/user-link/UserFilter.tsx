import { ReferenceFilter } from '../../kit/list/ReferenceFilter.tsx';

/** A list's filter by user, those first who were here last. */
export const UserFilter = ({ source }: { source: string }) => (
  <ReferenceFilter
    source={source}
    reference="users"
    name="nickName"
    sort={{ field: 'lastActiveTime', order: 'DESC' }}
  />
);

import { userChannels } from '#contract/user.ts';
import { ChoiceFilter } from '../../kit/list/ChoiceFilter.tsx';
import { DateRangeFilter } from '../../kit/list/DateRangeFilter.tsx';
import { PackageFilter } from './PackageFilter.tsx';

export const UserFilters = () => (
  <>
    <PackageFilter />
    <ChoiceFilter source="channel" choices={userChannels} />
    <DateRangeFilter source="createTime" />
    <DateRangeFilter source="lastActiveTime" />
  </>
);

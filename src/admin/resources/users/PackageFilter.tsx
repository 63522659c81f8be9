import { ChoiceFilter } from '../../kit/list/ChoiceFilter.tsx';
import { usePackages } from './usePackages.ts';

/** Users with a package: memberships only, because credits are not assigned to a package. */
export const PackageFilter = () => {
  const { memberships } = usePackages();
  return (
    <ChoiceFilter
      source="packageId"
      choices={Object.fromEntries(memberships.map(({ id, name }) => [id, { label: name }]))}
    />
  );
};

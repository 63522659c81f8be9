import { ChoiceFilter } from '../../kit/list/ChoiceFilter.tsx';
import { usePackages } from './usePackages.ts';

/** Those who hold a package: memberships only, credits are held by nobody. */
export const PackageFilter = () => {
  const { memberships } = usePackages();
  return (
    <ChoiceFilter
      source="packageId"
      choices={Object.fromEntries(memberships.map(({ id, name }) => [id, { label: name }]))}
    />
  );
};

import type { SavedView } from '#contract/savedView.ts';
import { filtersOf } from '#dataProvider/dataProvider.ts';
import { listSearch } from '../base/listSearch.ts';
import { openedFilter } from './lastDays.ts';

/** The address of a view, without filters that the list no longer has. */
export const searchOfView = ({ resource, view }: SavedView) => {
  const known = filtersOf(resource);
  const filters = Object.entries(openedFilter(view.filter)).filter(
    ([source]) => known?.includes(source) ?? true,
  );
  return listSearch({ ...view, filter: Object.fromEntries(filters) });
};

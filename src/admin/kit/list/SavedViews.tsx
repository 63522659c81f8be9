import BookmarkIcon from '@mui/icons-material/BookmarkBorder';
import { useQuery } from '@tanstack/react-query';
import { memo, Suspense, useState } from 'react';
import { type ListControllerResult, useListContext, useTranslate } from 'react-admin';
import { adminOfTab } from '#authProvider/session.ts';
import type { SavedView } from '#contract/savedView.ts';
import { loadTexts } from '#i18n/i18nProvider.ts';
import { lazyPart } from '../../../lazyPart.tsx';
import { useDataProvider, useUnchanged } from '../base/hooks.ts';
import { listSearch } from '../base/listSearch.ts';
import { keptFilter, openedFilter } from './lastDays.ts';
import { ToolbarButton } from './ToolbarButton.tsx';

/** Its texts are not among those of every page. */
const SavedViewsMenu = lazyPart(async () => {
  const [{ SavedViewsMenu: Menu }] = await Promise.all([
    import('./SavedViewsMenu.tsx'),
    loadTexts(),
  ]);
  return Menu;
});
const SaveViewDialog = lazyPart(async () => (await import('./SaveViewDialog.tsx')).SaveViewDialog);

/** Filters and sorting under a name, one's own and those that colleagues share. */
export const SavedViews = () => {
  const { resource = '', filterValues, sort, perPage } = useListContext();
  const here = useUnchanged({ resource, filterValues, sort, perPage });
  return <Views {...here} />;
};

type Here = Pick<ListControllerResult, 'resource' | 'filterValues' | 'sort' | 'perPage'>;

const Views = memo(function Views({ resource, filterValues, sort, perPage }: Here) {
  const translate = useTranslate();
  const { invoke } = useDataProvider();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [naming, setNaming] = useState(false);
  // Those of all lists; a list's rows do not wait for them.
  const { data, error, refetch } = useQuery({
    queryKey: ['adminAuth', 'getSavedViews', {}],
    queryFn: () => invoke('adminAuth', 'getSavedViews', {}),
    enabled: anchor !== null || naming,
    staleTime: Infinity,
    gcTime: Infinity,
  });
  const views = data?.list.filter(view => view.resource === resource) ?? [];
  const self = adminOfTab();
  const mine = views.filter(({ ownerId }) => ownerId === self);
  const others = views.filter(({ ownerId }) => ownerId !== self);
  const filter = filterValues as Record<string, unknown>;
  const search = listSearch({ filter, sort, perPage });
  const current = [...mine, ...others].find(
    ({ view }) => listSearch({ ...view, filter: openedFilter(view.filter) }) === search,
  );
  return (
    <>
      <ToolbarButton
        icon={<BookmarkIcon fontSize="small" />}
        label={current?.name ?? translate('list.views')}
        expanded={Boolean(anchor)}
        onClick={event => setAnchor(event.currentTarget)}
      />
      {anchor && (
        <Suspense>
          <SavedViewsMenu
            anchor={anchor}
            groups={data && { mine, others }}
            current={current}
            failure={data ? null : error}
            onRetry={() => void refetch()}
            onSave={() => setNaming(true)}
            onClose={() => setAnchor(null)}
          />
        </Suspense>
      )}
      {naming && (
        <Suspense>
          <SaveViewDialog
            shown={{
              resource,
              view: { filter: keptFilter(filter), sort, perPage } as SavedView['view'],
            }}
            current={mine.find(view => view === current)}
            taken={mine.map(({ name }) => name)}
            onClose={() => setNaming(false)}
          />
        </Suspense>
      )}
    </>
  );
});

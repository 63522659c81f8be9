import BookmarkIcon from '@mui/icons-material/BookmarkBorder';
import CheckIcon from '@mui/icons-material/Check';
import CloseIcon from '@mui/icons-material/Close';
import { Box, Divider, Menu, MenuItem, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { memo, Suspense, useState } from 'react';
import {
  IconButtonWithTooltip,
  type ListControllerResult,
  useListContext,
  useTranslate,
} from 'react-admin';
import { useNavigate } from 'react-router-dom';
import { adminOfTab } from '#authProvider/session.ts';
import type { SavedView } from '#contract/savedView.ts';
import { filtersOf } from '#dataProvider/dataProvider.ts';
import { lazyPart } from '../../../lazyPart.tsx';
import { useRun } from '../action/useRun.ts';
import { useCan } from '../base/CanAccess.tsx';
import { useDataProvider, useUnchanged } from '../base/hooks.ts';
import { listSearch } from '../base/listSearch.ts';
import { LoadFailure } from '../base/LoadFailure.tsx';
import { Quiet } from '../field/valueFields.tsx';
import { keptFilter, openedFilter } from './lastDays.ts';
import { ToolbarButton } from './ToolbarButton.tsx';

const SaveViewDialog = lazyPart(async () => (await import('./SaveViewDialog.tsx')).SaveViewDialog);

/** The address of a view, without filters that the list no longer has. */
const searchOf = ({ resource, view }: SavedView) => {
  const known = filtersOf(resource);
  const filters = Object.entries(openedFilter(view.filter)).filter(
    ([source]) => known?.includes(source) ?? true,
  );
  return listSearch({ ...view, filter: Object.fromEntries(filters) });
};

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
  const mayRemoveAll = useCan()('administrators.write');
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
  const current = [...mine, ...others].find(view => searchOf(view) === search);
  const close = () => setAnchor(null);
  return (
    <>
      <ToolbarButton
        icon={<BookmarkIcon fontSize="small" />}
        label={current?.name ?? translate('list.views.label')}
        expanded={Boolean(anchor)}
        onClick={event => setAnchor(event.currentTarget)}
      />
      <Menu
        anchorEl={anchor}
        open={Boolean(anchor)}
        onClose={close}
        slotProps={{ paper: { sx: { minWidth: 220, maxWidth: 320 } } }}
      >
        {!data && error && (
          <li role="presentation">
            <LoadFailure onRetry={() => void refetch()} />
          </li>
        )}
        {views.length === 0 && (data || !error) && (
          <Heading text={translate(`list.views.${data ? 'none' : 'loading'}`)} />
        )}
        {[mine, others].flatMap((group, at) => [
          group.length > 0 && (
            <Heading key={at} text={translate(`list.views.${at === 0 ? 'mine' : 'others'}`)} />
          ),
          ...group.map(view => (
            <View
              key={view._id}
              view={view}
              isMine={group === mine}
              isCurrent={view === current}
              isRemovable={group === mine || mayRemoveAll}
              onOpen={close}
            />
          )),
        ])}
        <Divider sx={{ my: 0.5 }} />
        <MenuItem
          onClick={() => {
            close();
            setNaming(true);
          }}
        >
          {translate('list.views.save')}
        </MenuItem>
      </Menu>
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

const Heading = ({ text }: { text: string }) => (
  <Box component="li" role="presentation" sx={{ px: 2, py: 0.5, maxWidth: 240 }}>
    <Quiet small>{text}</Quiet>
  </Box>
);

interface ViewProps {
  view: SavedView;
  isMine: boolean;
  isCurrent: boolean;
  isRemovable: boolean;
  onOpen: () => void;
}

const View = ({ view, isMine, isCurrent, isRemovable, onOpen }: ViewProps) => {
  const translate = useTranslate();
  const navigate = useNavigate();
  const { invoke } = useDataProvider();
  const { _id, name, shared, ownerName } = view;
  const { mutate: remove } = useRun({ run: () => invoke('adminAuth', 'deleteView', { _id }) });
  const isSure = () => !shared || confirm(translate('list.views.removeShared', { name }));
  const by = isMine ? shared && translate('list.views.shared') : ownerName;
  return (
    <Box component="li" role="none" sx={{ display: 'flex', pr: 0.5 }}>
      <MenuItem
        component="button"
        selected={isCurrent}
        sx={{ flex: 1, minWidth: 0, border: 0, bgcolor: 'transparent', font: 'inherit' }}
        onClick={() => {
          onOpen();
          void navigate({ search: searchOf(view) });
        }}
      >
        <Box sx={{ flex: 1, minWidth: 0, textAlign: 'left' }}>
          <Typography noWrap title={name}>
            {name}
          </Typography>
          {by && <Quiet small>{by}</Quiet>}
        </Box>
        {isCurrent && <CheckIcon fontSize="small" sx={{ ml: 1 }} />}
      </MenuItem>
      {isRemovable && (
        <IconButtonWithTooltip
          label={translate('list.views.remove')}
          size="small"
          role="menuitem"
          aria-label={translate('list.views.removeOf', { name })}
          onClick={() => isSure() && remove()}
        >
          <CloseIcon fontSize="small" />
        </IconButtonWithTooltip>
      )}
    </Box>
  );
};

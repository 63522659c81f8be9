import CheckIcon from '@mui/icons-material/Check';
import CloseIcon from '@mui/icons-material/Close';
import { Box, Divider, Menu, MenuItem, Typography } from '@mui/material';
import { IconButtonWithTooltip, useTranslate } from 'react-admin';
import { useNavigate } from 'react-router-dom';
import type { SavedView } from '#contract/savedView.ts';
import { filtersOfLists } from '#dataProvider/filtersOfLists.ts';
import { useRun } from '../action/useRun.ts';
import { useCan } from '../base/CanAccess.tsx';
import { useDataProvider } from '../base/hooks.ts';
import { listSearch } from '../base/listSearch.ts';
import { LoadFailure } from '../base/LoadFailure.tsx';
import { Quiet } from '../field/valueFields.tsx';
import { openedFilter } from './lastDays.ts';

/** The address of a view, without filters that the list no longer has. */
const searchOf = ({ resource, view }: SavedView) => {
  const known = filtersOfLists[resource];
  const filters = Object.entries(openedFilter(view.filter)).filter(
    ([source]) => known?.includes(source) ?? true,
  );
  return listSearch({ ...view, filter: Object.fromEntries(filters) });
};

export interface SavedViewsMenuProps {
  anchor: HTMLElement;
  /** undefined while they are asked for. */
  groups: { mine: SavedView[]; others: SavedView[] } | undefined;
  current: SavedView | undefined;
  failure: Error | null;
  onRetry: () => void;
  onSave: () => void;
  onClose: () => void;
}

export const SavedViewsMenu = ({ anchor, groups, current, ...props }: SavedViewsMenuProps) => {
  const { failure, onRetry, onSave, onClose } = props;
  const translate = useTranslate();
  const mayRemoveAll = useCan()('administrators.write');
  const { mine, others } = groups ?? { mine: [], others: [] };
  return (
    <Menu
      anchorEl={anchor}
      open
      onClose={onClose}
      slotProps={{ paper: { sx: { minWidth: 220, maxWidth: 320 } } }}
    >
      {failure && (
        <li role="presentation">
          <LoadFailure onRetry={onRetry} />
        </li>
      )}
      {mine.length + others.length === 0 && !failure && (
        <Heading text={translate(`savedViews.${groups ? 'none' : 'loading'}`)} />
      )}
      {[mine, others].flatMap((group, at) => [
        group.length > 0 && (
          <Heading key={at} text={translate(`savedViews.${at === 0 ? 'mine' : 'others'}`)} />
        ),
        ...group.map(view => (
          <View
            key={view._id}
            view={view}
            isMine={group === mine}
            isCurrent={view === current}
            isRemovable={group === mine || mayRemoveAll}
            onOpen={onClose}
          />
        )),
      ])}
      <Divider sx={{ my: 0.5 }} />
      <MenuItem
        onClick={() => {
          onClose();
          onSave();
        }}
      >
        {translate('savedViews.save')}
      </MenuItem>
    </Menu>
  );
};

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
  const isSure = () => !shared || confirm(translate('savedViews.removeShared', { name }));
  const by = isMine ? shared && translate('savedViews.shared') : ownerName;
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
          label={translate('savedViews.remove')}
          size="small"
          role="menuitem"
          aria-label={translate('savedViews.removeOf', { name })}
          onClick={() => isSure() && remove()}
        >
          <CloseIcon fontSize="small" />
        </IconButtonWithTooltip>
      )}
    </Box>
  );
};

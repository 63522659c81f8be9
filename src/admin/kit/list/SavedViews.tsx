import BookmarkIcon from '@mui/icons-material/BookmarkBorder';
import CheckIcon from '@mui/icons-material/Check';
import CloseIcon from '@mui/icons-material/Close';
import {
  Box,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  Divider,
  Menu,
  MenuItem,
  TextField,
  Typography,
} from '@mui/material';
import { memo, useId, useState } from 'react';
import {
  IconButtonWithTooltip,
  type ListControllerResult,
  useListContext,
  useSavedQueries,
  useTranslate,
} from 'react-admin';
import { useNavigate } from 'react-router-dom';
import { visibleLine } from '#contract/pasted.ts';
import { useUnchanged } from '../base/hooks.ts';
import { listSearch, type ListView } from '../base/listSearch.ts';
import { useTypedClose } from '../base/useTypedClose.ts';
import { keptFilter, openedFilter } from './lastDays.ts';
import { ToolbarButton } from './ToolbarButton.tsx';

/** The address of a view that is kept. */
const searchOf = (kept: unknown) => {
  const view = kept as ListView;
  return listSearch({ ...view, filter: openedFilter(view.filter) });
};

/** Filters and sorting under a name, kept in this browser by react-admin's own saved queries. */
export const SavedViews = () => {
  const { resource = '', filterValues, sort, perPage, displayedFilters } = useListContext();
  const here = useUnchanged({ resource, filterValues, sort, perPage, displayedFilters });
  return <Views {...here} />;
};

type Here = Pick<
  ListControllerResult,
  'resource' | 'filterValues' | 'sort' | 'perPage' | 'displayedFilters'
>;

const Views = memo(function Views(props: Here) {
  const { resource, filterValues, sort, perPage, displayedFilters } = props;
  const translate = useTranslate();
  const navigate = useNavigate();
  const [views, setViews] = useSavedQueries(resource);
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [naming, setNaming] = useState(false);
  const here: ListView = { filter: filterValues as Record<string, unknown>, sort, perPage };
  const current = views.find(({ value }) => value && searchOf(value) === listSearch(here));
  const close = () => setAnchor(null);
  return (
    <>
      <ToolbarButton
        icon={<BookmarkIcon fontSize="small" />}
        label={current?.label ?? translate('list.views.label')}
        expanded={Boolean(anchor)}
        onClick={event => setAnchor(event.currentTarget)}
      />
      <Menu
        anchorEl={anchor}
        open={Boolean(anchor)}
        onClose={close}
        slotProps={{ paper: { sx: { minWidth: 220, maxWidth: 320 } } }}
      >
        {views.length === 0 && (
          <Box component="li" role="presentation" sx={{ px: 2, py: 1, maxWidth: 240 }}>
            <Typography sx={{ fontSize: '0.8125rem', color: 'text.secondary' }}>
              {translate('list.views.none')}
            </Typography>
          </Box>
        )}
        {views.map(({ label, value }) => (
          <Box key={label} component="li" role="none" sx={{ display: 'flex', pr: 0.5 }}>
            <MenuItem
              component="button"
              selected={label === current?.label}
              sx={{ flex: 1, minWidth: 0, border: 0, bgcolor: 'transparent', font: 'inherit' }}
              onClick={() => {
                close();
                void navigate({ search: searchOf(value) });
              }}
            >
              <Typography noWrap title={label} sx={{ flex: 1, textAlign: 'left' }}>
                {label}
              </Typography>
              {label === current?.label && <CheckIcon fontSize="small" sx={{ ml: 1 }} />}
            </MenuItem>
            <IconButtonWithTooltip
              label={translate('list.views.remove')}
              size="small"
              role="menuitem"
              aria-label={translate('list.views.removeOf', { name: label })}
              onClick={() => setViews(views.filter(view => view.label !== label))}
            >
              <CloseIcon fontSize="small" />
            </IconButtonWithTooltip>
          </Box>
        ))}
        <Divider sx={{ my: 0.5 }} />
        <MenuItem
          disabled={current !== undefined}
          onClick={() => {
            close();
            setNaming(true);
          }}
        >
          {translate('list.views.save')}
        </MenuItem>
      </Menu>
      {naming && (
        <SaveViewDialog
          taken={views.map(({ label }) => label)}
          onClose={() => setNaming(false)}
          onNamed={label => {
            setNaming(false);
            setViews([
              ...views.filter(view => view.label !== label),
              { label, value: { ...here, filter: keptFilter(here.filter), displayedFilters } },
            ]);
          }}
        />
      )}
    </>
  );
});

interface SaveViewDialogProps {
  /** Names in use; one chosen again is replaced. */
  taken: readonly string[];
  onNamed: (name: string) => void;
  onClose: () => void;
}

const MAX_NAME = 20;

const SaveViewDialog = ({ taken, onNamed, onClose }: SaveViewDialogProps) => {
  const translate = useTranslate();
  const titleId = useId();
  const [text, setText] = useState('');
  const name = visibleLine(text);
  return (
    <Dialog open {...useTypedClose(onClose)} maxWidth="xs" fullWidth aria-labelledby={titleId}>
      <form
        onSubmit={event => {
          event.preventDefault();
          if (name) onNamed(name);
        }}
      >
        <DialogTitle id={titleId}>{translate('list.views.save')}</DialogTitle>
        <DialogContent>
          <TextField
            autoFocus
            fullWidth
            label={translate('list.views.name')}
            value={text}
            onChange={({ target }) => setText(target.value)}
            helperText={translate(taken.includes(name) ? 'list.views.replaces' : 'list.views.hint')}
            slotProps={{ htmlInput: { maxLength: MAX_NAME } }}
          />
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose}>{translate('list.delete.cancel')}</Button>
          <Button type="submit" variant="contained" disabled={!name}>
            {translate('form.save')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
};

import BookmarkIcon from '@mui/icons-material/BookmarkBorder';
import CheckIcon from '@mui/icons-material/Check';
import CloseIcon from '@mui/icons-material/Close';
import {
  Alert,
  Box,
  Button,
  Checkbox,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  Divider,
  FormControlLabel,
  FormHelperText,
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
  useTranslate,
} from 'react-admin';
import { useNavigate } from 'react-router-dom';
import { visibleLine } from '#contract/pasted.ts';
import { MAX_VIEW_NAME, type SavedView } from '#contract/savedView.ts';
import { filtersOf } from '#dataProvider/dataProvider.ts';
import type { ActionFailure } from '#dataProvider/invoke.ts';
import { useCan } from '../base/CanAccess.tsx';
import { useUnchanged } from '../base/hooks.ts';
import { listSearch } from '../base/listSearch.ts';
import { LoadFailure } from '../base/LoadFailure.tsx';
import { useTypedClose } from '../base/useTypedClose.ts';
import { Quiet } from '../field/valueFields.tsx';
import { keptFilter, openedFilter } from './lastDays.ts';
import { ToolbarButton } from './ToolbarButton.tsx';
import { useSavedViews } from './useSavedViews.ts';

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
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [naming, setNaming] = useState(false);
  const { mine, others, isPending, retry, save, remove } = useSavedViews(resource, anchor !== null);
  const mayRemoveAll = useCan()('administrators.write');
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
        {retry && (
          <li role="presentation">
            <LoadFailure onRetry={retry} />
          </li>
        )}
        {!retry && mine.length + others.length === 0 && (
          <Note text={translate(`list.views.${isPending ? 'loading' : 'none'}`)} />
        )}
        {mine.length > 0 && <Note text={translate('list.views.mine')} />}
        {mine.map(view => (
          <View
            key={view._id}
            view={view}
            sharing={view.shared ? translate('list.views.shared') : ''}
            isCurrent={view === current}
            onOpen={close}
            onRemove={remove}
          />
        ))}
        {others.length > 0 && <Note text={translate('list.views.others')} />}
        {others.map(view => (
          <View
            key={view._id}
            view={view}
            sharing={translate('list.views.by', { name: view.ownerName })}
            isCurrent={view === current}
            onOpen={close}
            {...(mayRemoveAll && { onRemove: remove })}
          />
        ))}
        <Divider sx={{ my: 0.5 }} />
        <MenuItem
          onClick={() => {
            close();
            save.reset();
            setNaming(true);
          }}
        >
          {translate('list.views.save')}
        </MenuItem>
      </Menu>
      {naming && (
        <SaveViewDialog
          mine={mine}
          current={mine.find(view => view === current)}
          error={save.error}
          isSaving={save.isPending}
          onClose={() => setNaming(false)}
          onNamed={(name, shared) =>
            save.mutate(
              {
                resource,
                name,
                shared,
                view: { filter: keptFilter(filter), sort, perPage } as SavedView['view'],
              },
              { onSuccess: () => setNaming(false) },
            )
          }
        />
      )}
    </>
  );
});

const Note = ({ text }: { text: string }) => (
  <Box component="li" role="presentation" sx={{ px: 2, py: 0.5, maxWidth: 240 }}>
    <Quiet>{text}</Quiet>
  </Box>
);

interface ViewProps {
  view: SavedView;
  /** Who else has it. */
  sharing: string;
  isCurrent: boolean;
  onOpen: () => void;
  onRemove?: (view: SavedView) => void;
}

const View = ({ view, sharing, isCurrent, onOpen, onRemove }: ViewProps) => {
  const translate = useTranslate();
  const navigate = useNavigate();
  const { name, shared } = view;
  const isSure = () => !shared || confirm(translate('list.views.removeShared', { name }));
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
          {sharing && <Quiet small>{sharing}</Quiet>}
        </Box>
        {isCurrent && <CheckIcon fontSize="small" sx={{ ml: 1 }} />}
      </MenuItem>
      {onRemove && (
        <IconButtonWithTooltip
          label={translate('list.views.remove')}
          size="small"
          role="menuitem"
          aria-label={translate('list.views.removeOf', { name })}
          onClick={() => isSure() && onRemove(view)}
        >
          <CloseIcon fontSize="small" />
        </IconButtonWithTooltip>
      )}
    </Box>
  );
};

interface SaveViewDialogProps {
  /** One's own; a name chosen again is replaced. */
  mine: readonly SavedView[];
  /** What the list shows now, of one's own. */
  current: SavedView | undefined;
  error: Error | null;
  isSaving: boolean;
  onNamed: (name: string, shared: boolean) => void;
  onClose: () => void;
}

const SaveViewDialog = ({ mine, current, error, isSaving, ...on }: SaveViewDialogProps) => {
  const translate = useTranslate();
  const titleId = useId();
  const helpId = useId();
  const [text, setText] = useState(current?.name ?? '');
  const [shared, setShared] = useState(current?.shared ?? false);
  const name = visibleLine(text);
  const { body, message } = (error ?? {}) as Partial<ActionFailure>;
  const isThere = mine.some(view => view.name === name);
  return (
    <Dialog open {...useTypedClose(on.onClose)} maxWidth="xs" fullWidth aria-labelledby={titleId}>
      <form
        onSubmit={event => {
          event.preventDefault();
          if (name && !isSaving) on.onNamed(name, shared);
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
            helperText={translate(isThere ? 'list.views.replaces' : 'list.views.hint')}
            slotProps={{ htmlInput: { maxLength: MAX_VIEW_NAME } }}
          />
          <FormControlLabel
            label={translate('list.views.share')}
            control={
              <Checkbox
                checked={shared}
                onChange={(_event, checked) => setShared(checked)}
                slotProps={{ input: { 'aria-describedby': helpId } }}
              />
            }
          />
          <FormHelperText id={helpId}>{translate('list.views.shareHint')}</FormHelperText>
          {error && (
            <Alert severity="error" sx={{ mt: 1.5 }}>
              {Object.values(body?.errors ?? {})[0] ?? message}
            </Alert>
          )}
        </DialogContent>
        <DialogActions>
          <Button onClick={on.onClose}>{translate('list.delete.cancel')}</Button>
          <Button type="submit" variant="contained" disabled={!name} loading={isSaving}>
            {translate('form.save')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
};

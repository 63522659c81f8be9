import SearchIcon from '@mui/icons-material/Search';
import { Box, Dialog, InputBase, LinearProgress, Typography } from '@mui/material';
import { type KeyboardEvent, useDeferredValue, useId, useState } from 'react';
import { useTranslate } from 'react-admin';
import { useNavigate } from 'react-router-dom';
import { MAX_SEARCH_LENGTH } from '#contract/constants.ts';
import { useComposition } from '../../kit/base/useComposition.ts';
import { useSettled } from '../../kit/base/useSettled.ts';
import { PaletteList } from './PaletteList.tsx';
import type { PaletteActions } from './usePaletteCommands.ts';
import { type Option, usePaletteOptions } from './usePaletteOptions.ts';

export interface CommandPaletteProps extends PaletteActions {
  onClose: () => void;
}

const DEBOUNCE_MS = 250;

/** Finds typed or pasted numbers and names, and every page and action, from anywhere. */
export const CommandPalette = ({ onClose, ...actions }: CommandPaletteProps) => {
  const translate = useTranslate();
  const navigate = useNavigate();
  const listId = useId();
  const [text, setText] = useState('');
  /** Text committed by the input method. */
  const [typed, setTyped] = useState('');
  const [activeKey, setActiveKey] = useState<string>();
  const { isComposing, handlers } = useComposition(setTyped);
  const searched = useSettled(useDeferredValue(typed), DEBOUNCE_MS);
  const { options, isSearching, kind } = usePaletteOptions(typed, searched, actions);
  const active = options.find(({ key }) => key === activeKey) ?? options[0];

  const choose = ({ to, run }: Option) => {
    onClose();
    if (to) void navigate(to);
    run?.();
  };
  const move = (by: number) => {
    const here = active ? options.indexOf(active) : -1;
    setActiveKey(options[(here + by + options.length) % options.length]?.key);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing() || event.nativeEvent.isComposing) return;
    const keys: Partial<Record<string, () => void>> = {
      ArrowDown: () => move(1),
      ArrowUp: () => move(-1),
      Enter: () => active && choose(active),
    };
    const act = keys[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  };
  const busy = isSearching || (typed.trim() !== '' && searched !== typed);
  return (
    <Dialog
      open
      onClose={onClose}
      fullWidth
      maxWidth="sm"
      aria-label={translate('palette.label')}
      slotProps={{
        paper: {
          sx: { mt: { xs: 1, sm: '12vh' }, mx: { xs: 1, sm: 4 }, width: 'calc(100% - 16px)' },
        },
      }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, px: 2, height: 52 }}>
        <SearchIcon fontSize="small" sx={{ color: 'text.secondary' }} />
        <InputBase
          autoFocus
          fullWidth
          value={text}
          placeholder={translate('palette.placeholder')}
          onChange={({ target }) => {
            setText(target.value);
            if (!isComposing()) setTyped(target.value);
            setActiveKey(undefined);
          }}
          {...handlers}
          onKeyDown={onKeyDown}
          slotProps={{
            input: {
              role: 'combobox',
              'aria-label': translate('palette.label'),
              'aria-expanded': true,
              'aria-autocomplete': 'list',
              'aria-controls': listId,
              'aria-activedescendant': active && `${listId} ${active.key}`.replaceAll(' ', '-'),
              maxLength: MAX_SEARCH_LENGTH,
            },
          }}
          sx={{ fontSize: '0.9375rem', '& input:focus-visible': { outline: 'none' } }}
        />
        {kind && (
          <Typography noWrap sx={{ flex: 'none', fontSize: '0.75rem', color: 'text.secondary' }}>
            {translate(`palette.kinds.${kind}`)}
          </Typography>
        )}
      </Box>
      <Box sx={{ height: 2 }}>{busy && <LinearProgress sx={{ height: 2 }} aria-hidden />}</Box>
      <PaletteList
        id={listId}
        options={options}
        active={active}
        empty={busy ? '' : translate('palette.nothing')}
        onActive={setActiveKey}
        onChosen={choose}
      />
    </Dialog>
  );
};

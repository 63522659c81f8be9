import SearchIcon from '@mui/icons-material/Search';
import { Box, Dialog, InputBase, LinearProgress, Typography } from '@mui/material';
import { type KeyboardEvent, useDeferredValue, useEffect, useId, useRef, useState } from 'react';
import { useTranslate } from 'react-admin';
import { useNavigate } from 'react-router-dom';
import { MAX_SEARCH_LENGTH } from '#contract/constants.ts';
import { takenOf } from '#contract/search.ts';
import { useComposition, useSettled } from '../../kit/base/hooks.ts';
import { PlainList } from '../../kit/base/PlainList.tsx';
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
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (isComposing() || event.nativeEvent.isComposing) return;
    const input = event.currentTarget;
    const keys: Partial<Record<string, () => void>> = {
      ArrowDown: () => move(1),
      ArrowUp: () => move(-1),
      // With nothing found, what is scanned next takes its place.
      Enter: () => (active ? choose(active) : input.select()),
    };
    const act = keys[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  };
  const taken = takenOf(searched);
  const kindName = kind && translate(`list.kinds.${kind}`);
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
          <Typography noWrap sx={{ maxWidth: '60%', fontSize: '0.75rem', color: 'text.secondary' }}>
            {taken
              ? translate('list.searchedFor', { kind: kindName, value: taken.value })
              : kindName}
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

interface PaletteListProps {
  id: string;
  options: readonly Option[];
  active: Option | undefined;
  /** Said where there is nothing to choose. */
  empty: string;
  onActive: (key: string) => void;
  onChosen: (option: Option) => void;
}

const groupsOf = (options: readonly Option[]) => [...new Set(options.map(({ group }) => group))];

/** The options under the headings of their groups; the active one is scrolled into view. */
const PaletteList = ({ id, options, active, empty, onActive, onChosen }: PaletteListProps) => {
  const translate = useTranslate();
  const shown = useRef<HTMLLIElement>(null);
  useEffect(() => {
    // Answers a promise in newer browsers.
    void shown.current?.scrollIntoView?.({ block: 'nearest' });
  }, [active?.key]);
  return (
    <Box sx={{ borderTop: 1, borderColor: 'divider', overflowY: 'auto', maxHeight: '56vh', p: 1 }}>
      {options.length === 0 && (
        <Typography role="status" sx={{ py: 4, textAlign: 'center', color: 'text.secondary' }}>
          {empty}
        </Typography>
      )}
      <Box id={id} role="listbox" aria-label={translate('palette.results')}>
        {groupsOf(options).map(group => (
          <PlainList key={group} role="group" aria-label={group}>
            <Typography
              component="li"
              role="presentation"
              sx={{ px: 1, pt: 1, pb: 0.5, fontSize: '0.75rem', color: 'text.secondary' }}
            >
              {group}
            </Typography>
            {options
              .filter(option => option.group === group)
              .map(option => (
                <Box
                  key={option.key}
                  component="li"
                  id={`${id} ${option.key}`.replaceAll(' ', '-')}
                  ref={option === active ? shown : undefined}
                  role="option"
                  aria-selected={option === active}
                  onMouseMove={() => option !== active && onActive(option.key)}
                  onClick={() => onChosen(option)}
                  sx={{
                    display: 'flex',
                    alignItems: 'center',
                    gap: 2,
                    minHeight: { xs: 44, sm: 36 },
                    px: 1,
                    borderRadius: 1,
                    cursor: 'pointer',
                    bgcolor: option === active ? 'action.selected' : undefined,
                  }}
                >
                  <Typography noWrap title={option.label} sx={{ flex: 1, minWidth: 0 }}>
                    {option.label}
                  </Typography>
                  {option.hint && (
                    <Typography
                      noWrap
                      sx={{ maxWidth: '45%', fontSize: '0.75rem', color: 'text.secondary' }}
                    >
                      {option.hint}
                    </Typography>
                  )}
                </Box>
              ))}
          </PlainList>
        ))}
      </Box>
    </Box>
  );
};

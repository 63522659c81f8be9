import SearchIcon from '@mui/icons-material/Search';
import { Box, Dialog, InputBase, LinearProgress, Typography } from '@mui/material';
import { type KeyboardEvent, useDeferredValue, useEffect, useId, useRef, useState } from 'react';
import { useEvent, useTranslate } from 'react-admin';
import { useNavigate } from 'react-router-dom';
import { MAX_SEARCH_LENGTH } from '#contract/constants.ts';
import { takenOf } from '#contract/search.ts';
import { useComposition, useSettled } from '../../kit/base/hooks.ts';
import { PlainList } from '../../kit/base/PlainList.tsx';
import { oneLine, Quiet, StatusLabel } from '../../kit/field/valueFields.tsx';
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
  /** Enter was pressed before it was known what is first. */
  const [isAwaited, setAwaited] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const { isComposing, handlers } = useComposition(setTyped);
  const searched = useSettled(useDeferredValue(typed), DEBOUNCE_MS);
  const { options, isSearching, isSure, kind } = usePaletteOptions(typed, searched, actions);
  const chosen = options.find(({ key }) => key === activeKey);
  const active = chosen ?? options[0];

  const choose = ({ to, run }: Option) => {
    onClose();
    if (to) void navigate(to);
    run?.();
  };
  /** With nothing found, what is scanned next takes its place. */
  const enter = useEvent(() => {
    setAwaited(false);
    if (active) choose(active);
    else input.current?.select();
  });
  useEffect(() => {
    if (isAwaited && isSure) enter();
  }, [isAwaited, isSure, enter]);
  const move = (by: number) => {
    setAwaited(false);
    const here = active ? options.indexOf(active) : -1;
    setActiveKey(options[(here + by + options.length) % options.length]?.key);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const input = event.currentTarget;
    const keys: Partial<Record<string, () => void>> = {
      ArrowDown: () => move(1),
      ArrowUp: () => move(-1),
      Enter: () => {
        if (chosen) return choose(chosen);
        setAwaited(true);
        // What is scanned next takes its place.
        input.select();
      },
    };
    const act = keys[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  };
  const taken = takenOf(searched);
  const kindName = kind && translate(`list.kinds.${kind}`);
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
          inputRef={input}
          value={text}
          placeholder={translate('palette.placeholder')}
          onChange={({ target }) => {
            setText(target.value);
            if (!isComposing()) setTyped(target.value);
            setActiveKey(undefined);
            setAwaited(false);
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
      <Box sx={{ height: 2 }}>
        {isSearching && <LinearProgress sx={{ height: 2 }} aria-hidden />}
      </Box>
      <PaletteList
        id={listId}
        options={options}
        active={active}
        empty={isSearching ? '' : translate('palette.nothing')}
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
                    flexWrap: { xs: 'wrap', sm: 'nowrap' },
                    columnGap: 2,
                    py: { xs: 0.5, sm: 0 },
                    minHeight: { xs: 44, sm: 36 },
                    px: 1,
                    borderRadius: 1,
                    cursor: 'pointer',
                    bgcolor: option === active ? 'action.selected' : undefined,
                  }}
                >
                  <Typography
                    noWrap
                    title={option.label}
                    sx={{ flex: { xs: '1 1 100%', sm: '1 1 0' }, minWidth: 120 }}
                  >
                    {option.label}
                  </Typography>
                  {option.facts && option.facts.length > 0 && (
                    <Quiet tiny sx={{ ...oneLine, minWidth: 0, flex: { xs: 1, sm: 'none' } }}>
                      {option.facts.join(' · ')}
                    </Quiet>
                  )}
                  {option.state && (
                    <Quiet tiny>
                      <StatusLabel {...option.state} />
                    </Quiet>
                  )}
                </Box>
              ))}
          </PlainList>
        ))}
      </Box>
    </Box>
  );
};

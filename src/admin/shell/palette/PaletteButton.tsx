import SearchIcon from '@mui/icons-material/Search';
import { Box, Button, ButtonBase } from '@mui/material';
import { Suspense, useState } from 'react';
import { IconButtonWithTooltip, useTranslate } from 'react-admin';
import { lazyPart } from '../../../lazyPart.tsx';
import { isMac } from '../../../shared/isMac.ts';
import { usePhone } from '../../kit/base/hooks.ts';
import { PlainDialog } from '../../kit/base/PlainDialog.tsx';
import { useKeys } from '../../kit/base/shortcuts.ts';
import { LogoutDialog } from '../LogoutDialog.tsx';

const CommandPalette = lazyPart(async () => (await import('./CommandPalette.tsx')).CommandPalette);

/** The search of the top bar, the keys that work everywhere, and what they open. */
export const PaletteButton = () => {
  const translate = useTranslate();
  const isPhone = usePhone();
  const [open, setOpen] = useState<'palette' | 'sheet' | 'signOut' | null>(null);
  const close = () => setOpen(null);
  const openPalette = () => setOpen('palette');
  useShortcuts({ onPalette: openPalette, onSheet: () => setOpen('sheet') });
  const label = translate('palette.label');
  const keys = isMac() ? '⌘ K' : 'Ctrl K';
  return (
    <>
      {isPhone ? (
        <IconButtonWithTooltip label={label} aria-haspopup="dialog" onClick={openPalette}>
          <SearchIcon fontSize="small" />
        </IconButtonWithTooltip>
      ) : (
        <ButtonBase
          aria-label={label}
          aria-haspopup="dialog"
          aria-keyshortcuts="Control+K Meta+K"
          onClick={openPalette}
          sx={{
            gap: 1,
            minWidth: 240,
            height: 34,
            px: 1.25,
            mr: 0.5,
            justifyContent: 'flex-start',
            border: 1,
            borderColor: 'divider',
            borderRadius: 1,
            bgcolor: 'background.paper',
            color: 'text.secondary',
            fontSize: '0.8125rem',
          }}
        >
          <SearchIcon sx={{ fontSize: '1.0625rem' }} />
          <Box component="span" sx={{ flex: 1, textAlign: 'left' }}>
            {translate('palette.button')}
          </Box>
          <span aria-hidden>{keys}</span>
        </ButtonBase>
      )}
      <Suspense>
        {open === 'palette' && (
          <CommandPalette
            onClose={close}
            onSignOut={() => setOpen('signOut')}
            onShortcuts={() => setOpen('sheet')}
          />
        )}
      </Suspense>
      {open === 'sheet' && <ShortcutSheet onClose={close} />}
      <LogoutDialog open={open === 'signOut'} onCancel={close} />
    </>
  );
};

interface Shortcuts {
  onPalette: () => void;
  onSheet: () => void;
}

const SEARCH = '[role="search"] input[type="search"], main input[type="search"]';

/** Keys that work on every page. */
const useShortcuts = ({ onPalette, onSheet }: Shortcuts) =>
  useKeys((event, isPlain) => {
    const isPalette = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k';
    // The browser's own Ctrl-K would leave the page.
    if (isPalette) event.preventDefault();
    if (isPalette && !document.querySelector('[role="dialog"]')) return onPalette();
    if (!isPlain) return;
    if (event.key === '?') return onSheet();
    if (event.key !== '/') return;
    event.preventDefault();
    const search = document.querySelector<HTMLInputElement>(SEARCH);
    if (!search) return onPalette();
    search.focus();
    search.select();
  });

const shortcuts = [
  ['palette', ['Ctrl', 'K']],
  ['search', ['/']],
  ['neighbours', ['J', 'K']],
  ['save', ['Ctrl', 'S']],
  ['cell', ['Enter']],
  ['leave', ['Esc']],
  ['sheet', ['?']],
] as const;

/** What the keyboard can do. */
const ShortcutSheet = ({ onClose }: { onClose: () => void }) => {
  const translate = useTranslate();
  return (
    <PlainDialog
      title={translate('palette.shortcuts.title')}
      onClose={onClose}
      actions={
        <Button onClick={onClose} autoFocus>
          {translate('list.delete.close')}
        </Button>
      }
    >
      <Box component="dl" sx={{ m: 0 }}>
        {shortcuts.map(([name, keys]) => (
          <Box
            key={name}
            sx={{
              display: 'flex',
              justifyContent: 'space-between',
              py: 1,
              borderTop: 1,
              borderColor: 'divider',
              '&:first-of-type': { border: 0 },
            }}
          >
            <dt>{translate(`palette.shortcuts.${name}`)}</dt>
            <Box component="dd" sx={{ m: 0, display: 'flex', gap: 0.5 }}>
              {keys.map(key => (
                <Key key={key}>{key === 'Ctrl' && isMac() ? '⌘' : key}</Key>
              ))}
            </Box>
          </Box>
        ))}
      </Box>
    </PlainDialog>
  );
};

const Key = ({ children }: { children: string }) => (
  <Box
    component="kbd"
    sx={{
      px: 0.75,
      border: 1,
      borderColor: 'divider',
      borderRadius: 0.5,
      fontFamily: 'inherit',
      fontSize: '0.75rem',
      lineHeight: 1.6,
      color: 'text.secondary',
    }}
  >
    {children}
  </Box>
);

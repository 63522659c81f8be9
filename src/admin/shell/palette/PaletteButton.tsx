import SearchIcon from '@mui/icons-material/Search';
import { Box, ButtonBase, IconButton, Tooltip } from '@mui/material';
import { lazy, Suspense, useState } from 'react';
import { useTranslate } from 'react-admin';
import { isMac } from '../../../shared/isMac.ts';
import { usePhone } from '../../kit/base/usePhone.ts';
import { LogoutDialog } from '../LogoutDialog.tsx';
import { useShortcuts } from './useShortcuts.ts';

const CommandPalette = lazy(() =>
  import('./CommandPalette.tsx').then(({ CommandPalette: palette }) => ({ default: palette })),
);
const ShortcutSheet = lazy(() =>
  import('./ShortcutSheet.tsx').then(({ ShortcutSheet: sheet }) => ({ default: sheet })),
);

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
        <Tooltip title={label}>
          <IconButton aria-label={label} aria-haspopup="dialog" onClick={openPalette}>
            <SearchIcon fontSize="small" />
          </IconButton>
        </Tooltip>
      ) : (
        <ButtonBase
          aria-label={label}
          aria-haspopup="dialog"
          aria-keyshortcuts="Control+K Meta+K"
          onClick={openPalette}
          sx={{
            gap: 1,
            width: 240,
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
        {open === 'sheet' && <ShortcutSheet onClose={close} />}
      </Suspense>
      <LogoutDialog open={open === 'signOut'} onCancel={close} />
    </>
  );
};

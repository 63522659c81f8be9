import { Box, Button } from '@mui/material';
import { useTranslate } from 'react-admin';
import { isMac } from '../../../shared/isMac.ts';
import { PlainDialog } from '../../kit/base/PlainDialog.tsx';

const command = isMac() ? '⌘' : 'Ctrl';

const shortcuts = [
  ['palette', [command, 'K']],
  ['search', ['/']],
  ['save', [command, 'S']],
  ['cell', ['Enter']],
  ['leave', ['Esc']],
  ['sheet', ['?']],
] as const;

/** What the keyboard can do. */
export const ShortcutSheet = ({ onClose }: { onClose: () => void }) => {
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
                <Key key={key}>{key}</Key>
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

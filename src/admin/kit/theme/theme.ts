import { zhCN } from '@mui/material/locale';
import { deepmerge } from '@mui/utils';
import type { RaThemeOptions } from 'react-admin';
import { SIDE_MENU_WIDTH } from '#contract/constants.ts';
import { components } from './components.ts';

type Palette = NonNullable<RaThemeOptions['palette']>;

/** One accent, neutral greys; the other colours only ever mean a state. Same values as `shared/tokens.css`. */
const lightPalette = {
  mode: 'light',
  primary: { main: '#4f46e5', dark: '#4338ca', light: '#6d66ee', contrastText: '#ffffff' },
  secondary: { main: '#52525b', contrastText: '#ffffff' },
  error: { main: '#c02626' },
  warning: { main: '#9a5b00' },
  info: { main: '#1d5fb8' },
  success: { main: '#17763f' },
  background: { default: '#fafafa', paper: '#ffffff' },
  text: { primary: '#18181b', secondary: '#62626b', disabled: '#a1a1aa' },
  divider: '#e4e4e7',
  action: {
    active: '#62626b',
    hover: 'rgba(24, 24, 27, 0.045)',
    selected: 'rgba(24, 24, 27, 0.07)',
    focus: 'rgba(24, 24, 27, 0.09)',
  },
  bulkActionsToolbarBackgroundColor: '#eeedfd',
} satisfies Palette;

const darkPalette = {
  mode: 'dark',
  primary: { main: '#a5a0ff', dark: '#8e88f5', light: '#bdb9ff', contrastText: '#14122e' },
  secondary: { main: '#a3a3ad', contrastText: '#18181b' },
  error: { main: '#ff8f8a' },
  warning: { main: '#f2b54a' },
  info: { main: '#7db4ff' },
  success: { main: '#5fd08f' },
  background: { default: '#0f0f12', paper: '#18181c' },
  text: { primary: '#f2f2f4', secondary: '#a3a3ad', disabled: '#5d5d66' },
  divider: '#2e2e35',
  action: {
    active: '#a3a3ad',
    hover: 'rgba(255, 255, 255, 0.055)',
    selected: 'rgba(255, 255, 255, 0.09)',
    focus: 'rgba(255, 255, 255, 0.11)',
  },
  bulkActionsToolbarBackgroundColor: '#25234a',
} satisfies Palette;

const fontFamily = '"PingFang SC","Microsoft YaHei","Noto Sans SC",sans-serif';

const shared: RaThemeOptions = {
  // Below `sm` is the phone's layout, with cards in place of tables.
  breakpoints: { values: { xs: 0, sm: 600, md: 1024, lg: 1280, xl: 1536 } },
  shape: { borderRadius: 8 },
  sidebar: { width: SIDE_MENU_WIDTH, closedWidth: 56 },
  typography: {
    fontFamily,
    fontSize: 14,
    htmlFontSize: 16,
    body1: { fontSize: '0.875rem', lineHeight: 1.57 },
    body2: { fontSize: '0.875rem', lineHeight: 1.5 },
    caption: { fontSize: '0.75rem', lineHeight: 1.5 },
    button: { fontSize: '0.875rem', fontWeight: 500, textTransform: 'none', lineHeight: 1.5 },
    subtitle1: { fontSize: '0.875rem', fontWeight: 600 },
    subtitle2: { fontSize: '0.8125rem', fontWeight: 600 },
    h1: { fontSize: '1.25rem', fontWeight: 600, lineHeight: 1.4 },
    h2: { fontSize: '1rem', fontWeight: 600, lineHeight: 1.5 },
    h3: { fontSize: '0.9375rem', fontWeight: 600, lineHeight: 1.5 },
    h4: { fontSize: '0.9375rem', fontWeight: 600, lineHeight: 1.5 },
    h5: { fontSize: '0.9375rem', fontWeight: 600, lineHeight: 1.5 },
    h6: { fontSize: '0.9375rem', fontWeight: 600, lineHeight: 1.5 },
  },
  // What MUI itself says, mostly to screen readers.
  components: deepmerge(zhCN.components ?? {}, components),
};

export const lightTheme: RaThemeOptions = { ...shared, palette: lightPalette };
export const darkTheme: RaThemeOptions = { ...shared, palette: darkPalette };

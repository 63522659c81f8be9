import type { RaThemeOptions } from 'react-admin';

type Palette = NonNullable<RaThemeOptions['palette']>;

/** One accent, neutral greys; the other colours only ever mean a state. Same values as `shared/tokens.css`. */
export const lightPalette = {
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

export const darkPalette = {
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

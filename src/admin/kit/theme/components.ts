import type { CheckboxProps, Theme } from '@mui/material';
import type { RaThemeOptions } from 'react-admin';
import { LAST_OPENED } from '../base/measures.ts';
import { dataComponents, hairline } from './dataComponents.ts';

const flat = { defaultProps: { elevation: 0 } };
const raised = {
  paper: ({ theme }: { theme: Theme }) => ({
    border: hairline(theme),
    boxShadow: '0 8px 24px rgba(0, 0, 0, 0.12)',
  }),
};

/** CSS pixels; the visitors' pages have the same in `visitor.css`. */
const TOUCH_TARGET = 44;

/** Controls and surfaces: hairlines instead of shadows, labels above their inputs, unobtrusive buttons. */
export const components: NonNullable<RaThemeOptions['components']> = {
  MuiCssBaseline: {
    styleOverrides: (theme: Theme) => ({
      // More specific than `:root` of the visitor side's sheet, which follows the system.
      'html:root': { colorScheme: theme.palette.mode },
      html: { overflowY: 'scroll' },
      body: {
        fontVariantNumeric: 'tabular-nums',
        WebkitFontSmoothing: 'antialiased',
        // Long names without spaces are broken instead of overflowing.
        overflowWrap: 'break-word',
      },
      [`tr[${LAST_OPENED}] > td, li[${LAST_OPENED}]`]: {
        backgroundColor: theme.palette.action.selected,
      },
      // Dragging over a name that is a link selects it, as it does elsewhere.
      a: { WebkitUserDrag: 'none', userSelect: 'text' },
      ':focus-visible': { outline: `2px solid ${theme.palette.primary.main}`, outlineOffset: 1 },
      '@media (prefers-reduced-motion: reduce)': {
        '*, *::before, *::after': {
          animationDuration: '0.01ms !important',
          transitionDuration: '0.01ms !important',
        },
      },
      // Where fingers work. A switch's thumb and a link among words are part of something larger.
      '@media (pointer: coarse)': {
        'html .MuiButtonBase-root:not(.MuiSwitch-switchBase, .MuiChip-root, .MuiTableSortLabel-root)':
          {
            minWidth: TOUCH_TARGET,
            minHeight: TOUCH_TARGET,
          },
        'html .MuiInputBase-root': { minHeight: TOUCH_TARGET },
        // iOS enlarges the page for smaller ones.
        'html .MuiInputBase-input': { fontSize: '16px !important' },
        // A link that stands by itself.
        'html a.touch': { minHeight: TOUCH_TARGET, alignContent: 'center' },
      },
      // Inputs recognise autofill by these names; see `MuiInputBase`.
      '@keyframes mui-auto-fill': { from: { animationName: 'mui-auto-fill' } },
      '@keyframes mui-auto-fill-cancel': { from: { animationName: 'mui-auto-fill-cancel' } },
    }),
  },
  // Otherwise each input searches the whole page for the keyframes above, whenever it is mounted or unmounted.
  MuiInputBase: { defaultProps: { disableInjectingGlobalStyles: true } },
  MuiButtonBase: {
    defaultProps: { disableRipple: true },
    styleOverrides: {
      root: ({ theme }: { theme: Theme }) => ({
        '&.Mui-focusVisible': {
          outline: `2px solid ${theme.palette.primary.main}`,
          outlineOffset: 1,
        },
      }),
    },
  },
  MuiButton: {
    defaultProps: { disableElevation: true },
    styleOverrides: {
      root: { minWidth: 0, whiteSpace: 'nowrap' },
      sizeSmall: { padding: '4px 10px', fontSize: '0.8125rem' },
      sizeMedium: { padding: '6px 14px' },
      text: ({ theme, ownerState }: { theme: Theme; ownerState: { color?: string } }) =>
        ownerState.color === 'error' ? {} : { color: theme.palette.text.primary },
      outlined: ({ theme, ownerState }: { theme: Theme; ownerState: { color?: string } }) => ({
        borderColor: theme.palette.divider,
        backgroundColor: theme.palette.background.paper,
        ...(ownerState.color !== 'error' && { color: theme.palette.text.primary }),
        '&:hover': {
          borderColor: theme.palette.text.disabled,
          backgroundColor: theme.palette.action.hover,
        },
      }),
    },
  },
  MuiCheckbox: {
    defaultProps: {
      // react-admin also labels the box around the input, which no screen reader reads.
      slotProps: {
        root: { 'aria-label': undefined },
        input: (props: CheckboxProps) => ({ 'aria-label': props['aria-label'] }),
      },
    },
  },
  MuiIconButton: { styleOverrides: { root: { borderRadius: 8 } } },
  MuiSvgIcon: { styleOverrides: { fontSizeSmall: { fontSize: '1.125rem' } } },
  MuiPaper: {
    ...flat,
    styleOverrides: { root: { backgroundImage: 'none' } },
  },
  MuiCard: {
    ...flat,
    styleOverrides: {
      root: ({ theme }: { theme: Theme }) => ({
        border: hairline(theme),
        // Clipping would break the header's `sticky` position below the top bar.
        overflow: 'visible',
      }),
    },
  },
  MuiAppBar: { ...flat },
  MuiPopover: { styleOverrides: raised },
  MuiAutocomplete: {
    defaultProps: { fullWidth: true },
    styleOverrides: {
      ...raised,
      tag: { height: 'auto', minHeight: 24, '& .MuiChip-label': { whiteSpace: 'normal' } },
    },
  },
  MuiMenuItem: { styleOverrides: { root: { minHeight: 34, borderRadius: 6, margin: '0 4px' } } },
  MuiDialog: {
    styleOverrides: {
      // Begins at a fixed height: what arrives late makes it longer below, and does not move an input away from the
      // pointer that is about to click it.
      container: { alignItems: 'flex-start' },
      paper: ({ theme }: { theme: Theme }) => ({
        border: hairline(theme),
        borderRadius: 12,
        boxShadow: '0 16px 48px rgba(0, 0, 0, 0.2)',
        [theme.breakpoints.up('sm')]: { marginTop: '12vh', maxHeight: 'calc(88vh - 32px)' },
        // Its content scrolls, and what is pressed in the end stays in view.
        '& > form': { display: 'flex', flexDirection: 'column', minHeight: 0 },
      }),
      paperFullScreen: { margin: 0, maxHeight: 'none' },
    },
  },
  MuiDialogTitle: {
    styleOverrides: { root: { fontSize: '1rem', fontWeight: 600, padding: '20px 24px 8px' } },
  },
  MuiDialogContent: { styleOverrides: { root: { padding: '8px 24px 16px' } } },
  MuiDialogActions: { styleOverrides: { root: { padding: '8px 20px 20px', gap: 4 } } },
  MuiFormControl: { defaultProps: { variant: 'outlined', size: 'small', margin: 'dense' } },
  MuiTextField: { defaultProps: { variant: 'outlined', size: 'small', margin: 'dense' } },
  MuiInputLabel: {
    defaultProps: { shrink: true },
    styleOverrides: {
      root: ({ theme }: { theme: Theme }) => ({
        position: 'static',
        transform: 'none',
        maxWidth: '100%',
        whiteSpace: 'normal',
        marginBottom: 4,
        fontSize: '0.8125rem',
        fontWeight: 500,
        lineHeight: 1.5,
        color: theme.palette.text.primary,
        '&.Mui-focused': { color: theme.palette.text.primary },
        '&.Mui-error': { color: theme.palette.error.main },
      }),
    },
  },
  MuiOutlinedInput: {
    styleOverrides: {
      root: ({ theme }: { theme: Theme }) => ({
        backgroundColor: theme.palette.background.paper,
        '&:hover .MuiOutlinedInput-notchedOutline': { borderColor: theme.palette.text.disabled },
        '&.Mui-focused .MuiOutlinedInput-notchedOutline': { borderWidth: 2 },
        '& :focus-visible': { outline: 'none' },
      }),
      notchedOutline: ({ theme }: { theme: Theme }) => ({
        top: 0,
        borderColor: theme.palette.mode === 'light' ? '#d4d4d8' : '#3f3f47',
        '& legend': { display: 'none' },
      }),
    },
  },
  MuiFormHelperText: {
    styleOverrides: {
      root: { marginLeft: 0, fontSize: '0.75rem', '&:has(> span:empty)': { minHeight: 0 } },
    },
  },
  MuiChip: {
    defaultProps: { size: 'small' },
    styleOverrides: {
      root: { maxWidth: '100%', borderRadius: 6, fontSize: '0.75rem', fontWeight: 500 },
    },
  },
  MuiToggleButtonGroup: { defaultProps: { exclusive: true, size: 'small' } },
  MuiTabs: {
    defaultProps: { variant: 'scrollable', scrollButtons: false },
    styleOverrides: {
      root: ({ theme }: { theme: Theme }) => ({ minHeight: 40, borderBottom: hairline(theme) }),
      indicator: { height: 2 },
    },
  },
  MuiTab: {
    styleOverrides: { root: { minHeight: 40, minWidth: 0, padding: '8px 14px', fontWeight: 500 } },
  },
  MuiStepIcon: {
    styleOverrides: {
      root: ({ theme }: { theme: Theme }) => ({
        // What is ahead is hollow; MUI's disc looks like one that is behind.
        '&:not(.Mui-active, .Mui-completed, .Mui-error)': {
          color: theme.palette.background.paper,
          border: `1px solid ${theme.palette.text.disabled}`,
          borderRadius: '50%',
          '& .MuiStepIcon-text': { fill: theme.palette.text.secondary },
        },
      }),
    },
  },
  MuiTooltip: {
    defaultProps: { enterDelay: 400 },
    styleOverrides: { tooltip: { fontSize: '0.75rem', backgroundColor: '#27272a' } },
  },
  MuiAlert: {
    styleOverrides: {
      root: { borderRadius: 8, alignItems: 'center' },
      standardError: ({ theme }: { theme: Theme }) => ({
        border: `1px solid ${theme.palette.error.main}44`,
      }),
    },
  },
  MuiSnackbarContent: {
    styleOverrides: {
      root: { borderRadius: 8, flexGrow: 0, backgroundColor: '#27272a', color: '#fff' },
    },
  },
  MuiLink: { defaultProps: { underline: 'hover' } },
  MuiSkeleton: {
    defaultProps: { animation: 'wave' },
    styleOverrides: {
      root: ({ theme }: { theme: Theme }) => ({ backgroundColor: theme.palette.action.hover }),
    },
  },
  ...dataComponents,
};

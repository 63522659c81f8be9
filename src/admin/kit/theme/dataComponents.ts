import { alpha, type Theme } from '@mui/material';
import { createElement } from 'react';
import type { RaThemeOptions } from 'react-admin';
import { MOBILE_BREAKPOINT } from '#contract/constants.ts';
import { TOP_BAR_HEIGHT } from '../base/measures.ts';
import { problemOf, typedNumber } from '../base/typedKinds.ts';
import { SelectAllMatching } from '../list/SelectAllMatching.tsx';

export const hairline = (theme: Theme) => `1px solid ${theme.palette.divider}`;

/** CSS pixels. */
const CHECKBOX_WIDTH = 48;

/**
 * Where a table scrolls sideways, what a row is about, its state and what can be done with it stay in sight, with a
 * shadow over what lies below (`useTableFit` says where). Rows to be selected leave no room for the first on a tablet.
 */
const fixedColumns = (theme: Theme) => {
  const { background, action, divider } = theme.palette;
  const shade = alpha(theme.palette.common.black, theme.palette.mode === 'dark' ? 0.5 : 0.12);
  const column = (
    which: string,
    { zIndex = 1, ...place }: { zIndex?: number; left?: number; right?: number | string },
    edge?: { below: string; side: 'left' | 'right' },
  ) => ({
    [`[data-wide] & tr > .MuiTableCell-root${which}`]: {
      position: 'sticky',
      zIndex,
      backgroundColor: background.paper,
      ...place,
    },
    [`[data-wide] & tr > .RaDataTable-headerCell${which}`]: { zIndex: zIndex + 2 },
    // The row's own colour lies below, where what scrolls would shine through.
    [`[data-wide] & tr:hover > td.MuiTableCell-root${which}`]: {
      backgroundImage: `linear-gradient(${action.hover}, ${action.hover})`,
    },
    ...(edge && {
      [`[data-wide][${edge.below}] & tr > .MuiTableCell-root${which}::before`]: {
        content: '""',
        position: 'absolute',
        top: 0,
        bottom: 0,
        width: 8,
        [edge.side]: -8,
        [edge.side === 'left' ? 'borderRight' : 'borderLeft']: `1px solid ${divider}`,
        background: `linear-gradient(to ${edge.side}, ${shade}, transparent)`,
        pointerEvents: 'none',
      },
    }),
  });
  const isMark =
    '.MuiTableCell-paddingCheckbox, .RaDataTable-expandIconCell, .RaDataTable-expandHeader';
  const before = { below: 'data-before', side: 'right' } as const;
  return {
    [theme.breakpoints.up('sm')]: {
      ...column(`:first-of-type:not([colspan], ${isMark})`, { left: 0 }, before),
      // Above the last one, whose shadow would lie on it.
      ...column(
        '.kept',
        { right: 'var(--last-column)', zIndex: 2 },
        { below: 'data-kept', side: 'left' },
      ),
      ...column(
        ':last-of-type:not([colspan])',
        { right: 0 },
        { below: 'data-after', side: 'left' },
      ),
    },
    [theme.breakpoints.up(MOBILE_BREAKPOINT + 1)]: {
      ...column('.MuiTableCell-paddingCheckbox', { left: 0 }),
      ...column('.MuiTableCell-paddingCheckbox + *', { left: CHECKBOX_WIDTH }, before),
    },
  };
};

/** Inputs keep room for help only where there is some; the names of choices are no translation keys. */
const withoutHelp = { defaultProps: { helperText: false } };
const ofChoices = { defaultProps: { helperText: false, translateChoice: false } };

/** Tables, lists and forms of react-admin: compact, with a sticky header. */
export const dataComponents: NonNullable<RaThemeOptions['components']> = {
  MuiTable: { defaultProps: { size: 'small' } },
  MuiTableCell: {
    styleOverrides: {
      root: ({ theme }: { theme: Theme }) => ({ borderBottom: hairline(theme) }),
      sizeSmall: ({ theme }: { theme: Theme }) => ({
        padding: '8px 12px',
        height: 44,
        [theme.breakpoints.between('sm', 'lg')]: { padding: 8 },
        '&.MuiTableCell-paddingCheckbox': {
          padding: '0 0 0 8px',
          width: CHECKBOX_WIDTH,
          // Of a table that has too little room, too: the next column stands behind it.
          minWidth: CHECKBOX_WIDTH,
        },
      }),
      head: ({ theme }: { theme: Theme }) => ({
        height: 40,
        color: theme.palette.text.secondary,
        fontSize: '0.8125rem',
        fontWeight: 500,
        whiteSpace: 'nowrap',
      }),
    },
  },
  MuiTableRow: {
    styleOverrides: {
      root: { '&:last-child > .MuiTableCell-body': { borderBottom: 0 } },
    },
  },
  MuiTablePagination: {
    styleOverrides: {
      root: ({ theme }: { theme: Theme }) => ({ color: theme.palette.text.secondary }),
      // On the narrowest phones the buttons have a line of their own.
      toolbar: { minHeight: 48, flexWrap: 'wrap', justifyContent: 'end' },
      selectLabel: { fontSize: '0.8125rem' },
      displayedRows: { fontSize: '0.8125rem' },
      input: { fontSize: '0.8125rem' },
    },
  },
  MuiPaginationItem: { styleOverrides: { root: { borderRadius: 6 } } },
  RaDataTable: {
    styleOverrides: {
      root: ({ theme }: { theme: Theme }) => ({
        borderTop: hairline(theme),
        // The header stays below the top bar; where the columns do not fit the table scrolls sideways instead (`ListBody`).
        '& .RaDataTable-headerCell': {
          top: TOP_BAR_HEIGHT,
          backgroundColor: theme.palette.background.paper,
        },
        '& .RaDataTable-tableWrapper': { overflowX: 'visible' },
        // At its end a swipe goes no further, as from the page.
        '[data-wide] & .RaDataTable-tableWrapper': {
          overflowX: 'auto',
          overscrollBehaviorX: 'contain',
        },
        '[data-wide] & .RaDataTable-headerCell': { top: 0 },
        // Collapsed borders are drawn below cells that stay in sight.
        '[data-wide] & table': { borderCollapse: 'separate' },
        ...fixedColumns(theme),
        '& .MuiCheckbox-root .MuiSvgIcon-root': { fontSize: 18 },
        '& .MuiTableCell-root.nowrap': { whiteSpace: 'nowrap' },
        '& .MuiTableCell-root.quiet': { color: theme.palette.text.secondary },
        '& .MuiTableCell-root.actions': { whiteSpace: 'nowrap', paddingTop: 0, paddingBottom: 0 },
        // A folded row takes no room, and has no line of its own.
        '& .RaDataTable-expandRow > td.MuiTableCell-root': { height: 0 },
        '& tr:has(+ .RaDataTable-expandRow) > td': { borderBottom: 0 },
      }),
    },
  },
  RaBulkActionsToolbar: {
    // The stock one only offers at most one page of ours.
    defaultProps: { label: '', selectAllButton: createElement(SelectAllMatching) },
    styleOverrides: {
      root: ({ theme }: { theme: Theme }) => ({
        '& .RaBulkActionsToolbar-toolbar': { color: theme.palette.text.primary, borderRadius: 0 },
        // As high as the filters it lies upon (`FilterBar`).
        '& .RaBulkActionsToolbar-toolbar:not(.RaBulkActionsToolbar-collapsed)': {
          minHeight: 'var(--filters-height, 60px)',
          height: 'var(--filters-height, 60px)',
          transform: 'translateY(calc(-1 * var(--filters-height, 60px)))',
        },
      }),
    },
  },
  RaTextInput: withoutHelp,
  RaDateInput: withoutHelp,
  RaTextArrayInput: withoutHelp,
  RaBooleanInput: withoutHelp,
  // As the kit's own reads it (`TypedField`).
  RaNumberInput: {
    defaultProps: {
      helperText: false,
      parse: (text: string) => (text.trim() === '' ? null : (typedNumber.read(text) ?? text)),
      format: (value: unknown) => String(value ?? ''),
      validate: (value: unknown) => problemOf(typedNumber, value),
      slotProps: { htmlInput: { type: 'text', inputMode: 'decimal' } },
    },
  },
  RaSelectInput: ofChoices,
  RaCheckboxGroupInput: ofChoices,
  // A legend as tall as the labels of other inputs.
  RaRadioButtonGroupInput: {
    ...ofChoices,
    styleOverrides: {
      root: ({ theme }: { theme: Theme }) => ({
        '& .RaRadioButtonGroupInput-label': {
          transform: 'none',
          marginBottom: 4,
          fontSize: '0.8125rem',
          fontWeight: 500,
          lineHeight: 1.5,
          color: theme.palette.text.primary,
        },
      }),
    },
  },
  // Addresses of tabs would start at that of the list: `useFormRootPath` does not know the `edit` in those of forms here.
  RaTabbedForm: { defaultProps: { syncWithLocation: false } },
  // A part of a form that does not fit is cut or broken; it does not make the page wider.
  RaEdit: {
    styleOverrides: {
      root: { '& .RaEdit-noActions': { marginTop: 0 }, '& .RaEdit-card': { minWidth: 0 } },
    },
  },
  RaCreate: {
    styleOverrides: {
      root: { '& .RaCreate-noActions': { marginTop: 0 }, '& .RaCreate-card': { minWidth: 0 } },
    },
  },
};

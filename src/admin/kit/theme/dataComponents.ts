import type { Theme } from '@mui/material';
import { createElement } from 'react';
import type { RaThemeOptions } from 'react-admin';
import { SelectAllMatching } from '../list/SelectAllMatching.tsx';

const hairline = (theme: Theme) => `1px solid ${theme.palette.divider}`;

/** Tables, lists and forms of react-admin: compact, with a sticky header. */
export const dataComponents: NonNullable<RaThemeOptions['components']> = {
  MuiTable: { defaultProps: { size: 'small' } },
  MuiTableCell: {
    styleOverrides: {
      root: ({ theme }: { theme: Theme }) => ({ borderBottom: hairline(theme) }),
      sizeSmall: {
        padding: '8px 12px',
        height: 44,
        '&.MuiTableCell-paddingCheckbox': { padding: '0 0 0 8px', width: 40 },
      },
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
      toolbar: { minHeight: 48 },
      selectLabel: { fontSize: '0.8125rem' },
      displayedRows: { fontSize: '0.8125rem' },
      input: { fontSize: '0.8125rem' },
    },
  },
  MuiPaginationItem: { styleOverrides: { root: { borderRadius: 6 } } },
  RaDatagrid: {
    styleOverrides: {
      root: ({ theme }: { theme: Theme }) => ({
        '& .RaDatagrid-headerCell': { backgroundColor: theme.palette.background.paper },
        '& .RaDatagrid-clickableRow': { cursor: 'pointer' },
      }),
    },
  },
  RaDataTable: {
    styleOverrides: {
      root: ({ theme }: { theme: Theme }) => ({
        '& .RaDataTable-headerCell': { backgroundColor: theme.palette.background.paper },
        // A folded row takes no room, and has no line of its own.
        '& .RaDataTable-expandRow > td.MuiTableCell-root': { height: 0 },
        '& tr:has(+ .RaDataTable-expandRow) > td': { borderBottom: 0 },
      }),
    },
  },
  RaList: {
    styleOverrides: {
      root: ({ theme }: { theme: Theme }) => ({
        '& .RaList-main': { minWidth: 0 },
        '& .RaList-content': {
          [theme.breakpoints.down('sm')]: { border: hairline(theme) },
        },
      }),
    },
  },
  RaListToolbar: {
    styleOverrides: {
      root: ({ theme }: { theme: Theme }) => ({
        alignItems: 'flex-end',
        minHeight: 0,
        paddingBottom: 8,
        [theme.breakpoints.down('sm')]: { backgroundColor: 'transparent' },
      }),
    },
  },
  RaTopToolbar: {
    styleOverrides: {
      root: ({ theme }: { theme: Theme }) => ({
        minHeight: 40,
        padding: '4px 0 8px',
        gap: 8,
        alignItems: 'center',
        [theme.breakpoints.down('sm')]: { backgroundColor: 'transparent' },
      }),
    },
  },
  RaFilterForm: { styleOverrides: { root: { minHeight: 0, gap: 8, alignItems: 'flex-end' } } },
  RaBulkActionsToolbar: {
    // The stock one only offers at most one page of ours.
    defaultProps: { label: '', selectAllButton: createElement(SelectAllMatching) },
    styleOverrides: {
      root: ({ theme }: { theme: Theme }) => ({
        '& .RaBulkActionsToolbar-toolbar': { color: theme.palette.text.primary, borderRadius: 0 },
        // As high as the row of filters it lies upon.
        '& .RaBulkActionsToolbar-toolbar:not(.RaBulkActionsToolbar-collapsed)': {
          minHeight: 60,
          height: 60,
          transform: 'translateY(-60px)',
        },
      }),
    },
  },
  RaToolbar: {
    styleOverrides: {
      root: ({ theme }: { theme: Theme }) => ({
        borderTop: hairline(theme),
        backgroundColor: theme.palette.background.paper,
        borderRadius: '0 0 8px 8px',
        '&.RaToolbar-desktopToolbar': { position: 'sticky', bottom: 0, zIndex: 3, minHeight: 60 },
        '&.RaToolbar-mobileToolbar': { borderRadius: 0, padding: '12px 16px' },
      }),
    },
  },
  // A legend as tall as the labels of other inputs.
  RaRadioButtonGroupInput: {
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
  RaSimpleForm: { styleOverrides: { root: { padding: 24 } } },
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

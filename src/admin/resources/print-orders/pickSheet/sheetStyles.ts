import type { GlobalStylesProps } from '@mui/material';

export const SHEET = 'pick-sheet';

/** When printing, only the sheet, black on white also in the dark theme. */
export const sheetStyles: GlobalStylesProps['styles'] = {
  '@media print': {
    '@page': { margin: '12mm' },
    html: { colorScheme: 'light !important' },
    [`body *:not(:has(.${SHEET})):not(.${SHEET}):not(.${SHEET} *)`]: { display: 'none !important' },
    [`:has(> .${SHEET}), :has(.${SHEET})`]: {
      padding: '0 !important',
      margin: '0 !important',
      border: '0 !important',
      minHeight: '0 !important',
      background: '#fff !important',
    },
    [`.${SHEET}`]: {
      padding: '0 !important',
      border: '0 !important',
      maxWidth: 'none !important',
      background: '#fff !important',
    },
    [`.${SHEET} :not(rect)`]: { color: '#000 !important', borderColor: '#999 !important' },
  },
};

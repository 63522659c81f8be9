import { zhCN } from '@mui/material/locale';
import { deepmerge } from '@mui/utils';
import type { RaThemeOptions } from 'react-admin';
import { MOBILE_BREAKPOINT, SIDE_MENU_WIDTH } from '#contract/constants.ts';
import { components } from './components.ts';
import { darkPalette, lightPalette } from './palettes.ts';

const fontFamily = '"PingFang SC","Microsoft YaHei","Noto Sans SC",sans-serif';

const shared: RaThemeOptions = {
  // react-admin turns to its phone layout below `sm`.
  breakpoints: { values: { xs: 0, sm: MOBILE_BREAKPOINT + 1, md: 1024, lg: 1280, xl: 1536 } },
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

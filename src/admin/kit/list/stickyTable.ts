import type { SxProps, Theme } from '@mui/material';
import { TOP_BAR_HEIGHT } from '../base/measures.ts';

/** A table whose header stays below the top bar; where its columns do not fit it scrolls sideways instead (`ListBody`). */
export const stickyTable: SxProps<Theme> = {
  borderTop: 1,
  borderColor: 'divider',
  '& .RaDataTable-headerCell': { top: TOP_BAR_HEIGHT, bgcolor: 'background.paper' },
  '& .RaDataTable-tableWrapper': { overflowX: 'visible' },
  '[data-wide] & .RaDataTable-tableWrapper': { overflowX: 'auto' },
  '& .MuiCheckbox-root .MuiSvgIcon-root': { fontSize: 18 },
  '& .MuiTableCell-root.nowrap': { whiteSpace: 'nowrap' },
  '& .MuiTableCell-root.quiet': { color: 'text.secondary' },
  '& .MuiTableCell-root.actions': { whiteSpace: 'nowrap', py: 0 },
};

import { useSortable } from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import DragIcon from '@mui/icons-material/DragIndicator';
import DownIcon from '@mui/icons-material/KeyboardArrowDown';
import UpIcon from '@mui/icons-material/KeyboardArrowUp';
import { Box, IconButton } from '@mui/material';
import type { ReactNode } from 'react';
import { type Identifier, useTranslate } from 'react-admin';

export interface SortableRowProps {
  id: Identifier;
  name: string;
  onUp: (() => void) | undefined;
  onDown: (() => void) | undefined;
  children: (order: ReactNode) => ReactNode;
}

export const SortableRow = ({ id, name, onUp, onDown, children }: SortableRowProps) => {
  const translate = useTranslate();
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, ...drag } = useSortable({ id });
  const order = (
    <Box
      sx={{
        display: 'flex',
        flex: 'none',
        alignItems: 'center',
        '& button': { p: { xs: 1.5, sm: 0.5 } },
      }}
    >
      <IconButton
        ref={setActivatorNodeRef}
        {...attributes}
        {...listeners}
        aria-roledescription={translate('list.order.draggable')}
        aria-label={translate('list.order.drag', { name })}
        sx={{ cursor: drag.isDragging ? 'grabbing' : 'grab', touchAction: 'none' }}
      >
        <DragIcon fontSize="small" />
      </IconButton>
      <IconButton disabled={!onUp} onClick={onUp} aria-label={translate('list.order.up', { name })}>
        <UpIcon fontSize="small" />
      </IconButton>
      <IconButton
        disabled={!onDown}
        onClick={onDown}
        aria-label={translate('list.order.down', { name })}
      >
        <DownIcon fontSize="small" />
      </IconButton>
    </Box>
  );
  return (
    <Box
      ref={setNodeRef}
      component="li"
      style={{ transform: CSS.Translate.toString(drag.transform), transition: drag.transition }}
      sx={{
        position: 'relative',
        ...(drag.isDragging && {
          zIndex: 2,
          bgcolor: 'background.paper',
          boxShadow: '0 8px 24px rgba(0, 0, 0, 0.16)',
        }),
      }}
    >
      {children(order)}
    </Box>
  );
};

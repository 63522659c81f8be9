import {
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import {
  arrayMove,
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import DragIcon from '@mui/icons-material/DragIndicator';
import DownIcon from '@mui/icons-material/KeyboardArrowDown';
import UpIcon from '@mui/icons-material/KeyboardArrowUp';
import { Box, IconButton } from '@mui/material';
import { type ReactNode, useId } from 'react';
import { type Identifier, useTranslate } from 'react-admin';
import { useTexts } from '../base/hooks.ts';
import { PlainList } from '../base/PlainList.tsx';
import type { Placed } from './newPlaces.ts';

export interface SortableListProps<R extends Placed> {
  label: string;
  records: readonly R[];
  nameOf: (record: R) => string;
  /** Called with the records in their new order. */
  onOrder: (records: R[]) => void;
  /** One record; `order` holds its handle and the buttons that move it. */
  children: (record: R, order: ReactNode) => ReactNode;
}

/** Records sorted by dragging, with the keyboard, or with buttons. */
export const SortableList = <R extends Placed>(props: SortableListProps<R>) => {
  const { label, records, nameOf, onOrder, children } = props;
  const translate = useTranslate();
  const id = useId();
  const sensors = useSensors(
    // A click on the handle is not a drag.
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const indexOf = (key: unknown) => records.findIndex(record => record.id === key);
  const move = (from: number, to: number) => {
    if (from >= 0 && to >= 0 && to < records.length && from !== to)
      onOrder(arrayMove([...records], from, to));
  };
  const say = (sentence: string, active: unknown, over?: unknown) => {
    const record = records[indexOf(active)];
    return translate(`list.order.${sentence}`, {
      name: record ? nameOf(record) : '',
      place: indexOf(over ?? active) + 1,
      count: records.length,
    });
  };
  return (
    <DndContext
      id={id}
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragEnd={({ active, over }: DragEndEvent) =>
        over && move(indexOf(active.id), indexOf(over.id))
      }
      accessibility={{
        screenReaderInstructions: { draggable: translate('list.order.instructions') },
        announcements: {
          onDragStart: ({ active }) => say('picked', active.id),
          onDragOver: ({ active, over }) => (over ? say('over', active.id, over.id) : undefined),
          onDragEnd: ({ active, over }) => say('dropped', active.id, over?.id),
          onDragCancel: ({ active }) => say('cancelled', active.id),
        },
      }}
    >
      <SortableContext
        items={records.map(record => record.id)}
        strategy={verticalListSortingStrategy}
      >
        <PlainList aria-label={label}>
          {records.map((record, at) => (
            <SortableRow
              key={record.id}
              id={record.id}
              name={nameOf(record)}
              onUp={at > 0 ? () => move(at, at - 1) : undefined}
              onDown={at < records.length - 1 ? () => move(at, at + 1) : undefined}
            >
              {order => children(record, order)}
            </SortableRow>
          ))}
        </PlainList>
      </SortableContext>
    </DndContext>
  );
};

interface SortableRowProps {
  id: Identifier;
  name: string;
  onUp: (() => void) | undefined;
  onDown: (() => void) | undefined;
  children: (order: ReactNode) => ReactNode;
}

const SortableRow = ({ id, name, onUp, onDown, children }: SortableRowProps) => {
  const t = useTexts('list.order');
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
        aria-roledescription={t('draggable')}
        aria-label={t('drag', { name })}
        sx={{ cursor: drag.isDragging ? 'grabbing' : 'grab', touchAction: 'none' }}
      >
        <DragIcon fontSize="small" />
      </IconButton>
      <IconButton disabled={!onUp} onClick={onUp} aria-label={t('up', { name })}>
        <UpIcon fontSize="small" />
      </IconButton>
      <IconButton disabled={!onDown} onClick={onDown} aria-label={t('down', { name })}>
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

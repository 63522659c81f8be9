import { Box } from '@mui/material';
import type { ReactNode } from 'react';
import { useResourceContext, useTranslate } from 'react-admin';
import { useCan } from '../base/CanAccess.tsx';
import { useTexts } from '../base/hooks.ts';
import { Quiet } from '../field/valueFields.tsx';

export interface OrderedRowProps {
  /** The handle and the buttons that move it; a list that is searched has none. */
  order?: ReactNode;
  name: ReactNode;
  count: ReactNode;
  status: ReactNode;
  time: ReactNode;
  actions: ReactNode;
  /** Belongs to the row above. */
  indented?: boolean;
}

/** @param target CSS pixels of one of the four buttons, of which three put in order */
const columns = (isOrdered: boolean, isActedOn: boolean, target: number) =>
  `${isOrdered ? `${target * 3}px ` : ''}minmax(0, 1fr) 4.5rem 4.5rem 7rem${isActedOn ? ` ${target * 4}px` : ''}`;

/** A row of columns; on a phone two lines, the second for thumbs. */
const row = (isOrdered: boolean, isActedOn: boolean) =>
  ({
    display: { xs: 'flex', sm: 'grid' },
    flexWrap: 'wrap',
    alignItems: 'center',
    columnGap: { xs: 1, sm: 2.5 },
    px: { xs: 1.5, sm: 2 },
    borderTop: 1,
    borderColor: 'divider',
    gridTemplateColumns: columns(isOrdered, isActedOn, 32),
    '@media (pointer: coarse)': { gridTemplateColumns: columns(isOrdered, isActedOn, 44) },
  }) as const;

const wide = { display: { xs: 'none', sm: 'block' } } as const;

export interface OrderedHeadProps {
  isOrdered: boolean;
  /** Fields of the resource; their labels are the headings. */
  name?: string;
  count: string;
  time?: string;
}

/** What the columns of rows that are put in order mean; a phone shows cards, which need none. */
export const OrderedHead = (props: OrderedHeadProps) => {
  const mayEdit = useCan()({ action: 'edit' });
  const { name = 'name', count, time = 'updateTime' } = props;
  const translate = useTranslate();
  const isOrdered = props.isOrdered && mayEdit;
  const field = useTexts(`resources.${useResourceContext()}.fields`);
  return (
    <Box
      aria-hidden
      sx={{
        ...row(isOrdered, mayEdit),
        display: { xs: 'none', sm: 'grid' },
        height: 40,
        color: 'text.secondary',
        fontSize: '0.8125rem',
        fontWeight: 500,
      }}
    >
      {isOrdered && <div>{translate('list.order.column')}</div>}
      <div>{field(name)}</div>
      <Box sx={{ textAlign: 'right' }}>{field(count)}</Box>
      <div>{field('status')}</div>
      <div>{field(time)}</div>
      {mayEdit && <Box sx={{ textAlign: 'right' }}>{translate('list.actions')}</Box>}
    </Box>
  );
};

/** One record among others whose order matters. */
export const OrderedRow = (props: OrderedRowProps) => {
  const { order, name, count, status, time, actions, indented = false } = props;
  const mayEdit = useCan()({ action: 'edit' });
  return (
    <Box
      sx={{ ...row(Boolean(order), mayEdit), py: { xs: 1.25, sm: 0.75 }, minHeight: { sm: 52 } }}
    >
      {order && (
        <Box sx={{ order: { xs: 1, sm: 0 }, ml: { xs: -1.5, sm: -0.5 }, color: 'text.secondary' }}>
          {order}
        </Box>
      )}
      <Box
        sx={{
          flex: { xs: '1 1 calc(100% - 88px)', sm: 'initial' },
          minWidth: 0,
          pl: indented ? { xs: 3, sm: 4 } : 0,
        }}
      >
        {name}
      </Box>
      <Box sx={{ ...wide, textAlign: 'right' }}>{count}</Box>
      <Box sx={{ fontSize: '0.8125rem' }}>{status}</Box>
      <Quiet sx={{ ...wide }}>{time}</Quiet>
      {mayEdit && (
        <Box
          sx={{
            order: { xs: 2, sm: 0 },
            ml: 'auto',
            mr: { xs: -0.5, sm: 0 },
            '& .MuiIconButton-root': { p: { xs: 1.5, sm: 0.625 } },
          }}
        >
          {actions}
        </Box>
      )}
    </Box>
  );
};

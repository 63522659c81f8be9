import { Box } from '@mui/material';
import type { ReactNode } from 'react';
import { oneLine, PageLink, Quiet } from './valueFields.tsx';

export interface NameCellProps {
  /** Before the name, and how many CSS pixels before it. */
  picture?: ReactNode;
  gap?: number;
  name: string;
  /** On hover, where the name alone is not enough. */
  title?: string;
  /** The page of the record; the name is a link, so that a keyboard can open the row too. */
  to: string;
  /** Marks behind the name. */
  marks?: ReactNode;
  /** Quiet, below the name. */
  second?: ReactNode;
  /** CSS pixels at most, in a table and on a very wide screen. */
  width?: { sm: number; xl?: number };
}

const beside = { display: 'flex', alignItems: 'center', minWidth: 0 } as const;

/** What a row or a card is about: picture, name and a second line. Plain elements where they do; see `StatusLabel`. */
export const NameCell = (props: NameCellProps) => {
  const { picture, gap = 12, name, title = name, to, marks, second } = props;
  const { width = { sm: 240, xl: 320 } } = props;
  return (
    <div style={{ ...beside, gap }}>
      {picture}
      <Box sx={{ minWidth: 0, maxWidth: width }}>
        <div style={{ ...beside, gap: 6 }}>
          <PageLink strong noWrap to={to} title={title}>
            {name}
          </PageLink>
          {marks}
        </div>
        <Quiet tiny style={oneLine} {...(typeof second === 'string' && { title: second })}>
          {second}
        </Quiet>
      </Box>
    </div>
  );
};

import { Box } from '@mui/material';
import type { ReactNode } from 'react';
import { oneLine, PageLink, Quiet } from './valueFields.tsx';

export interface NameCellProps {
  /** Before the name, and how far before it. */
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

/** What a row or a card is about: picture, name and a second line. */
export const NameCell = (props: NameCellProps) => {
  const { picture, gap = 1.5, name, title = name, to, marks, second } = props;
  const { width = { sm: 240, xl: 320 } } = props;
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap, minWidth: 0 }}>
      {picture}
      <Box sx={{ minWidth: 0, maxWidth: width }}>
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.75, minWidth: 0 }}>
          <PageLink strong noWrap to={to} title={title}>
            {name}
          </PageLink>
          {marks}
        </Box>
        <Quiet tiny sx={{ ...oneLine }} {...(typeof second === 'string' && { title: second })}>
          {second}
        </Quiet>
      </Box>
    </Box>
  );
};

import type { SxProps, Theme } from '@mui/material';
import type { ReactNode } from 'react';
import { DataTable, type DataTableProps } from 'react-admin';
import { usePhone } from '../base/usePhone.ts';
import { CardList } from '../list/CardList.tsx';
import { stickyTable } from '../list/stickyTable.ts';

export interface RelatedTableProps {
  rowClick?: DataTableProps['rowClick'];
  /** What a record looks like on a phone. */
  card: ReactNode;
  /** Columns. */
  children: ReactNode;
}

/** The records of a `RelatedList`: a table, or cards on a phone. */
export const RelatedTable = ({ rowClick = false, card, children }: RelatedTableProps) =>
  usePhone() ? (
    <CardList>{card}</CardList>
  ) : (
    <DataTable rowClick={rowClick} bulkActionButtons={false} sx={stickyTable as SxProps<Theme>}>
      {children}
    </DataTable>
  );

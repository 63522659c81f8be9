import type { ReactNode } from 'react';
import { DataTable, type DataTableProps } from 'react-admin';
import { usePhone } from '../base/usePhone.ts';
import { CardList } from '../list/CardList.tsx';

export interface RelatedTableProps {
  rowClick?: DataTableProps['rowClick'];
  /** What a record looks like on a phone. */
  card: ReactNode;
  /** Columns. */
  children: ReactNode;
}

/** The records of a `RelatedList`: a table, or cards on a phone. */
export const RelatedTable = ({ rowClick = false, card, children }: RelatedTableProps) =>
  usePhone() ? <CardList>{card}</CardList> : <DataTable rowClick={rowClick}>{children}</DataTable>;

import { Box } from '@mui/material';
import { type ReactNode, useMemo } from 'react';
import {
  DataTable as RaDataTable,
  type DataTableColumnProps,
  type DataTableProps,
  type RaRecord,
} from 'react-admin';
import type { Right } from '#contract/rights/rights.ts';
import { useCan } from '../base/CanAccess.tsx';
import { type AnyRecord, type RecordOf, useCreatePath } from '../base/hooks.ts';
import { OneLine, StatusField, type StatusFieldProps, TimeField } from '../field/valueFields.tsx';
import { OpenableRows } from './OpenableRows.tsx';

/** A column; it can be sorted by where it says in which order. The theme keeps a state in sight where the table scrolls. */
const Col = <R extends AnyRecord = RaRecord>(props: DataTableColumnProps<RecordOf<R>>) => {
  const kept = props.source === 'status' ? 'kept' : '';
  return (
    <RaDataTable.Col<RecordOf<R>>
      disableSort={!props.sortByOrder}
      headerClassName={kept}
      {...props}
      cellClassName={`${kept} ${props.cellClassName ?? ''}`}
    />
  );
};

export interface SelectableProps {
  /** With one of these its records are selected; by default with that of editing. */
  bulkRights?: readonly Right[];
}

type TableProps<R extends AnyRecord> = DataTableProps<RecordOf<R>> & SelectableProps;

/** react-admin's `DataTable`, whose look is the theme's. */
export const DataTable = Object.assign(
  <R extends AnyRecord = RaRecord>({ bulkRights, ...props }: TableProps<R>) => {
    const can = useCan();
    const isSelected = bulkRights?.some(can) ?? can({ action: 'edit' });
    const createPath = useCreatePath();
    const type = typeof props.rowClick === 'string' && props.rowClick;
    const rowClick = useMemo<DataTableProps['rowClick']>(
      () => type && ((id, resource) => createPath({ resource, type, id })),
      [type, createPath],
    );
    return (
      <RaDataTable<RecordOf<R>>
        body={OpenableRows}
        {...props}
        {...(rowClick && { rowClick })}
        {...(!isSelected && { bulkActionButtons: false })}
      />
    );
  },
  { Col, NumberCol: RaDataTable.NumberCol },
);

export type ColumnProps = Pick<DataTableColumnProps, 'sortByOrder' | 'cellClassName'> & {
  source: string;
};

/** When something happened, quieter than the rest of the row. */
export const TimeColumn = (props: ColumnProps) => (
  <Col cellClassName="quiet" {...props}>
    <TimeField source={props.source} />
  </Col>
);

/** A state by its label. */
export const StatusColumn = ({
  choices,
  source = 'status',
  ...props
}: StatusFieldProps & Partial<ColumnProps>) => (
  <Col cellClassName="nowrap" {...props} source={source}>
    <StatusField source={source} choices={choices} />
  </Col>
);

export interface ActionsColumnProps extends Pick<DataTableColumnProps, 'children' | 'field'> {
  /** Without one of these there is no column; by default that of editing. */
  rights?: readonly Right[];
}

/** What can be done with the record of a row; clicking there does not open it. */
export const ActionsColumn = ({ rights, children, ...props }: ActionsColumnProps) => {
  const can = useCan();
  if (!(rights?.some(can) ?? can({ action: 'edit' }))) return null;
  return (
    <Col label="list.actions" align="right" cellClassName="actions" {...props}>
      {children && <RowActions>{children}</RowActions>}
    </Col>
  );
};

/** A text that people wrote, in one line. */
export const TextColumn = ({ source, width }: { source: string; width: number }) => (
  <Col
    source={source}
    cellClassName="quiet"
    render={record => <OneLine text={String(record[source])} width={width} />}
  />
);

/** The end of a row; clicking here does not open it. */
export const RowActions = ({ children }: { children: ReactNode }) => (
  <Box
    onClick={event => event.stopPropagation()}
    sx={{ display: 'inline-flex', alignItems: 'center', justifyContent: 'flex-end', mr: -0.75 }}
  >
    {children}
  </Box>
);

import { Box, type SxProps, TableCell } from '@mui/material';
import { createElement, memo, type ReactNode, use, useMemo } from 'react';
import {
  DataTable as RaDataTable,
  type DataTableColumnProps,
  type DataTableProps,
  type RaRecord,
  useDataTableRenderContext,
  useFieldValue,
  useRecordContext,
} from 'react-admin';
import type { Right } from '#contract/rights/rights.ts';
import { useCan } from '../base/CanAccess.tsx';
import { type AnyRecord, type RecordOf, useCreatePath } from '../base/hooks.ts';
import { OneLine, StatusField, type StatusFieldProps, TimeField } from '../field/valueFields.tsx';
import { HiddenColumnsContext, OpenableRows } from './OpenableRows.tsx';

/** A column; it can be sorted by where it says in which order. The theme keeps a state in sight where the table scrolls. */
const Col = <R extends AnyRecord = RaRecord>(props: DataTableColumnProps<RecordOf<R>>) => {
  const kept = props.source === 'status' ? 'kept' : '';
  const cellClassName = `${kept} ${props.cellClassName ?? ''}`;
  if (useDataTableRenderContext() === 'data')
    return <Cell {...(props as DataTableColumnProps)} cellClassName={cellClassName} />;
  return (
    <RaDataTable.Col<RecordOf<R>>
      disableSort={!props.sortByOrder}
      headerClassName={kept}
      {...props}
      cellClassName={cellClassName}
    />
  );
};

/** react-admin's cell without what each of a page's hundreds asks store and theme for; the theme styles MUI's. */
const Cell = memo(function Cell({
  source = '',
  label,
  className,
  cellClassName,
  cellSx,
  sx,
  field,
  render,
  children,
  headerClassName: _head,
  disableSort: _sort,
  sortByOrder: _order,
  ...cell
}: DataTableColumnProps) {
  const record = useRecordContext();
  const value = useFieldValue({ source }) as { toString: () => string } | undefined;
  if (!record || use(HiddenColumnsContext).includes(source || label)) return null;
  const shown = () => {
    if (render) return render(record);
    return field ? createElement(field, { source }) : value?.toString();
  };
  return (
    <TableCell
      {...cell}
      className={`RaDataTable-rowCell ${className ?? ''} ${cellClassName} column-${source}`}
      {...((cellSx || sx) && { sx: { ...cellSx?.(record), ...sx } as SxProps })}
    >
      {children ?? shown()}
    </TableCell>
  );
});

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

import {
  DataTable as RaDataTable,
  type DataTableColumnProps,
  type DataTableProps,
  type RaRecord,
} from 'react-admin';
import { OneLine, StatusField, type StatusFieldProps, TimeField } from '../field/valueFields.tsx';
import { EditableNumberField } from './EditableNumberField.tsx';

/** A column; it can be sorted by where it says in which order. */
const Col = <R extends RaRecord>(props: DataTableColumnProps<R>) => (
  <RaDataTable.Col<R> disableSort={!props.sortByOrder} {...props} />
);

/** react-admin's `DataTable`, whose look is the theme's. */
export const DataTable = Object.assign(
  <R extends RaRecord>(props: DataTableProps<R>) => <RaDataTable<R> {...props} />,
  { Col, NumberCol: RaDataTable.NumberCol },
);

type ColumnProps = Pick<DataTableColumnProps, 'sortByOrder' | 'cellClassName'> & {
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
  <Col {...props} source={source}>
    <StatusField source={source} choices={choices} />
  </Col>
);

/** A whole number edited in its row. */
export const EditableColumn = (props: ColumnProps) => (
  <Col align="right" {...props}>
    <EditableNumberField source={props.source} />
  </Col>
);

/** What can be done with the record of a row. */
export const ActionsColumn = (props: Pick<DataTableColumnProps, 'children' | 'field'>) => (
  <Col label="list.actions" align="right" cellClassName="actions" {...props} />
);

/** A text that people wrote, in one line. */
export const TextColumn = ({ source, width }: { source: string; width: number }) => (
  <Col
    source={source}
    cellClassName="quiet"
    render={record => <OneLine text={String(record[source])} width={width} />}
  />
);

import { DataTable, type DataTableColumnProps } from 'react-admin';
import { StatusField, type StatusFieldProps } from '../field/StatusField.tsx';
import { TimeField } from '../field/TimeField.tsx';

type ColumnProps = Pick<DataTableColumnProps, 'sortByOrder' | 'disableSort' | 'cellClassName'> & {
  source: string;
};

/** When something happened, quieter than the rest of the row. */
export const TimeColumn = (props: ColumnProps) => (
  <DataTable.Col cellClassName="quiet" {...props}>
    <TimeField source={props.source} />
  </DataTable.Col>
);

/** A state by its label; not sorted by. */
export const StatusColumn = ({
  choices,
  source = 'status',
  ...props
}: StatusFieldProps & Partial<ColumnProps>) => (
  <DataTable.Col disableSort {...props} source={source}>
    <StatusField source={source} choices={choices} />
  </DataTable.Col>
);

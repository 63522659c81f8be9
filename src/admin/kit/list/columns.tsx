import { Box } from '@mui/material';
import { DataTable, type DataTableColumnProps, type RaRecord } from 'react-admin';
import { OneLine, StatusField, type StatusFieldProps, TimeField } from '../field/valueFields.tsx';
import { EditableNumberField } from './EditableNumberField.tsx';
import { MoveFirstButton } from './MoveFirstButton.tsx';

/** A column of a table; it can be sorted by where it says in which order. */
export const ListColumn = <R extends RaRecord>(props: DataTableColumnProps<R>) => (
  <DataTable.Col<R> disableSort={!props.sortByOrder} {...props} />
);

type ColumnProps = Pick<DataTableColumnProps, 'sortByOrder' | 'cellClassName'> & {
  source: string;
};

/** When something happened, quieter than the rest of the row. */
export const TimeColumn = (props: ColumnProps) => (
  <ListColumn cellClassName="quiet" {...props}>
    <TimeField source={props.source} />
  </ListColumn>
);

/** A state by its label. */
export const StatusColumn = ({
  choices,
  source = 'status',
  ...props
}: StatusFieldProps & Partial<ColumnProps>) => (
  <ListColumn {...props} source={source}>
    <StatusField source={source} choices={choices} />
  </ListColumn>
);

/** A whole number edited in its row. */
export const EditableColumn = (props: ColumnProps) => (
  <ListColumn align="right" {...props}>
    <EditableNumberField source={props.source} />
  </ListColumn>
);

/** The place that people gave to a record: edited in its row, or first of all. */
export const SortColumn = () => (
  <ListColumn source="sort" align="right" sortByOrder="DESC" field={SortField} />
);

export const SortField = () => (
  <Box sx={{ display: 'inline-flex', alignItems: 'center' }}>
    <EditableNumberField source="sort" />
    <MoveFirstButton />
  </Box>
);

/** What can be done with the record of a row. */
export const ActionsColumn = (props: Pick<DataTableColumnProps, 'children' | 'field'>) => (
  <ListColumn label="list.actions" align="right" cellClassName="actions" {...props} />
);

/** A text that people wrote, in one line. */
export const TextColumn = ({ source, width }: { source: string; width: number }) => (
  <ListColumn
    source={source}
    cellClassName="quiet"
    render={record => <OneLine text={String(record[source])} width={width} />}
  />
);

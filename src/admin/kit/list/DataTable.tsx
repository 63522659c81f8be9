import FirstIcon from '@mui/icons-material/VerticalAlignTop';
import { Box } from '@mui/material';
import { useMutation } from '@tanstack/react-query';
import {
  DataTable as RaDataTable,
  type DataTableColumnProps,
  type DataTableProps,
  IconButtonWithTooltip,
  type RaRecord,
  useDataProvider,
  useGetRecordRepresentation,
  useNotify,
  useResourceContext,
} from 'react-admin';
import type { AdminDataProvider } from '#dataProvider/dataProvider.ts';
import { useReread } from '../action/useReread.ts';
import { useRecord, useTexts } from '../base/hooks.ts';
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

/** The place that people gave to a record: edited in its row, or first of all. */
export const SortColumn = () => (
  <Col source="sort" align="right" sortByOrder="DESC" field={SortField} />
);

export const SortField = () => (
  <Box sx={{ display: 'inline-flex', alignItems: 'center' }}>
    <EditableNumberField source="sort" />
    <MoveFirstButton />
  </Box>
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

/** Puts the record around before all others, however many there are. */
const MoveFirstButton = () => {
  const t = useTexts('list.order');
  const notify = useNotify();
  const reread = useReread();
  const dataProvider = useDataProvider<AdminDataProvider>();
  const resource = useResourceContext() ?? '';
  const record = useRecord();
  const name = String(useGetRecordRepresentation(resource)(record));
  const { mutate, isPending } = useMutation({
    mutationFn: () => dataProvider.moveFirst(resource, { id: record.id }),
    onSuccess: () => notify('list.order.movedFirst', { type: 'success', messageArgs: { name } }),
    onError: error => notify(error.message, { type: 'error' }),
    onSettled: reread,
  });
  return (
    <IconButtonWithTooltip
      label={t('first')}
      size="small"
      loading={isPending}
      aria-label={t('firstOf', { name })}
      onClick={event => {
        event.stopPropagation();
        mutate();
      }}
    >
      <FirstIcon fontSize="small" />
    </IconButtonWithTooltip>
  );
};

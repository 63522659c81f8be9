import OrderIcon from '@mui/icons-material/SwapVert';
import { Box, Button, DialogContentText } from '@mui/material';
import {
  type RaRecord,
  useGetList,
  useGetRecordRepresentation,
  useListContext,
  useTranslate,
} from 'react-admin';
import { isDamaged } from '#dataProvider/damaged.ts';
import { formatTotal } from '../../../shared/count.ts';
import { useClose, useDialog } from '../action/DialogContext.tsx';
import { useTexts } from '../base/hooks.ts';
import { PlainDialog } from '../base/PlainDialog.tsx';
import { OneLine, Quiet } from '../field/valueFields.tsx';
import { type Placed, placesWithin } from './newPlaces.ts';
import { useOrder } from './OrderedRecords.tsx';
import { SortableList } from './SortableList.tsx';
import { ToolbarButton } from './ToolbarButton.tsx';

type Sorted = RaRecord & Placed;

/** Puts the records of a page in order by hand, where the list shows them by their places. */
export const OrderButton = () => {
  const translate = useTranslate();
  const { sort, data = [] } = useListContext();
  const [open, dialog] = useDialog(<OrderDialog />);
  if (sort.field !== 'sort' || sort.order !== 'DESC') return null;
  return (
    <>
      <ToolbarButton
        icon={<OrderIcon fontSize="small" />}
        label={translate('list.order.action')}
        disabled={data.length < 2}
        onClick={open}
      />
      {dialog}
    </>
  );
};

/** The record at one place of the list around, counted from 1. */
const usePlaced = (place: number): Sorted | undefined => {
  const { resource, sort, filter, filterValues, total = Infinity } = useListContext();
  const { data } = useGetList<Sorted>(
    resource,
    {
      pagination: { page: place, perPage: 1 },
      sort,
      filter: { ...(filterValues as object), ...(filter as object | undefined) },
    },
    { enabled: place >= 1 && place <= total },
  );
  return data?.[0];
};

const OrderDialog = () => {
  const t = useTexts('list');
  const { data = [], resource, page, perPage, total } = useListContext<Sorted>();
  const represent = useGetRecordRepresentation(resource);
  const before = usePlaced((page - 1) * perPage)?.sort;
  const after = usePlaced(page * perPage + 1)?.sort;
  const { records, order } = useOrder(
    data.filter(record => !isDamaged(record)),
    ordered => placesWithin(ordered, { before, after }),
  );
  const close = useClose();
  const nameOf = (record: Sorted) => String(represent(record));
  return (
    <PlainDialog
      title={t('order.action')}
      onClose={close}
      actions={<Button onClick={close}>{t('delete.close')}</Button>}
    >
      <DialogContentText sx={{ mb: 1 }}>
        {t(total !== data.length ? 'order.ofPage' : 'order.ofAll', {
          count: records.length,
          total: formatTotal(total),
        })}
      </DialogContentText>
      <SortableList label={t('order.action')} records={records} nameOf={nameOf} onOrder={order}>
        {(record, handle) => (
          <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, py: 0.25 }}>
            {handle}
            <Box sx={{ flex: 1, minWidth: 0 }}>
              <OneLine text={nameOf(record)} width={400} />
            </Box>
            <Quiet small>{record.sort}</Quiet>
          </Box>
        )}
      </SortableList>
    </PlainDialog>
  );
};

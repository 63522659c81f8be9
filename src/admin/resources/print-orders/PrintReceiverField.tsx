import { Box } from '@mui/material';
import { useRecordContext, useTranslate } from 'react-admin';
import { type PrintRecord, placeOf } from './printOrder.ts';

/** To whom, as far as may be shown. */
export const PrintReceiverField = () => {
  const translate = useTranslate();
  const record = useRecordContext<PrintRecord>();
  if (!record) return null;
  const { address } = record;
  const place = placeOf(record);
  return (
    <Box sx={{ maxWidth: { sm: 200 }, minWidth: 0 }}>
      <Box sx={{ whiteSpace: 'nowrap' }}>
        {translate('resources.print-orders.receiver', {
          name: address.name,
          tail: address.phoneTail,
        })}
      </Box>
      <Box
        title={place}
        sx={{
          color: 'text.secondary',
          fontSize: '0.75rem',
          overflow: 'hidden',
          textOverflow: 'ellipsis',
          whiteSpace: 'nowrap',
        }}
      >
        {place}
      </Box>
    </Box>
  );
};

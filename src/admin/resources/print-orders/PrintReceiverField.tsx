import { Box } from '@mui/material';
import { useTranslate } from 'react-admin';
import { useRecord } from '../../kit/base/hooks.ts';
import { oneLine } from '../../kit/field/OneLine.tsx';
import { placeOf, type PrintRecord } from './printOrder.ts';

/** To whom, as far as may be shown. */
export const PrintReceiverField = () => {
  const translate = useTranslate();
  const record = useRecord<PrintRecord>();
  const { address } = record;
  const receiver = translate('resources.print-orders.receiver', {
    name: address.name,
    tail: address.phoneTail,
  });
  const place = placeOf(record);
  return (
    <Box sx={{ maxWidth: { sm: 172, xl: 240 }, minWidth: 0 }}>
      <Box title={receiver} sx={oneLine}>
        {receiver}
      </Box>
      <Box title={place} sx={{ ...oneLine, color: 'text.secondary', fontSize: '0.75rem' }}>
        {place}
      </Box>
    </Box>
  );
};

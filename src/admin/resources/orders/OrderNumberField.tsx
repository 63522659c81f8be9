import { Box, Link as MuiLink } from '@mui/material';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import { orderTypes } from '#contract/order.ts';
import { useRecord } from '../../kit/base/record.ts';
import { oneLine } from '../../kit/field/OneLine.tsx';
import { orderPath, type OrderRecord } from './orderRecord.ts';

/** Number, kind and what was bought; the number is a link, so that a keyboard can open the row too. */
export const OrderNumberField = () => {
  const translate = useTranslate();
  const { id, orderNo, type, items } = useRecord<OrderRecord>();
  const [first] = items;
  const bought =
    items.length > 1 && first
      ? translate('resources.orders.itemAndMore', { name: first.name, count: items.length })
      : (first?.name ?? '');
  const text = [orderTypes[type].label, bought].filter(Boolean).join(' · ');
  return (
    <Box sx={{ minWidth: 0, maxWidth: { sm: 240, xl: 320 } }}>
      <MuiLink
        component={Link}
        to={orderPath(id)}
        onClick={event => event.stopPropagation()}
        sx={{ ...oneLine, display: 'block', fontWeight: 500, color: 'text.primary' }}
      >
        {orderNo}
      </MuiLink>
      <Box sx={{ ...oneLine, color: 'text.secondary', fontSize: '0.75rem' }} title={text}>
        {text}
      </Box>
    </Box>
  );
};

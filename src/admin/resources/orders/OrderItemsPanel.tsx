import { Box } from '@mui/material';
import { useRecordContext, useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import type { Order } from '#contract/order.ts';
import { formatYuan } from '../../../shared/money.ts';
import { Panel } from '../../show/Panel.tsx';
import type { OrderOnPage } from './orderRecord.ts';

/** What was bought, as it was then. */
export const OrderItemsPanel = () => {
  const translate = useTranslate();
  const order = useRecordContext<OrderOnPage>();
  if (!order) return null;
  const { items, type, printOrderId, remark } = order;
  return (
    <Panel
      title={translate('resources.orders.panels.items', { count: items.length })}
      action={
        printOrderId && (
          <Box
            component={Link}
            to={`/print-orders/${encodeURIComponent(printOrderId)}`}
            sx={{ color: 'primary.main', fontSize: '0.8125rem', textDecoration: 'none' }}
          >
            {translate('resources.orders.printOrder')}
          </Box>
        )
      }
    >
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, fontSize: '0.8125rem' }}>
        {items.map((item, at) => (
          <Box
            key={`${item.refId} ${at}`}
            component="li"
            sx={{
              display: 'flex',
              gap: 2,
              py: 1,
              borderTop: at > 0 ? 1 : 0,
              borderColor: 'divider',
            }}
          >
            <Box sx={{ flex: 1, minWidth: 0 }}>
              <Box sx={{ fontWeight: 500 }}>
                {type === 'template' && item.refId ? (
                  <Box
                    component={Link}
                    to={`/templates/edit/${encodeURIComponent(item.refId)}`}
                    sx={{ color: 'inherit' }}
                  >
                    {item.name}
                  </Box>
                ) : (
                  item.name
                )}
              </Box>
              <ItemContents item={item} />
            </Box>
            <Box sx={{ flex: 'none', color: 'text.secondary' }}>
              {formatYuan(item.unitFen)} × {item.qty}
            </Box>
            <Box sx={{ flex: 'none', minWidth: 72, textAlign: 'right', fontWeight: 500 }}>
              {formatYuan(item.amountFen)}
            </Box>
          </Box>
        ))}
      </Box>
      {remark && (
        <Box sx={{ mt: 1, p: 1, borderRadius: 1, bgcolor: 'action.hover', fontSize: '0.8125rem' }}>
          {translate('resources.orders.userRemark', { text: remark })}
        </Box>
      )}
    </Panel>
  );
};

const ItemContents = ({ item: { snapshot } }: { item: Order['items'][number] }) => {
  const translate = useTranslate();
  const { credits, giftCredits, days } = snapshot;
  const contents = [
    ...(credits > 0 ? [translate('resources.orders.contents.credits', { count: credits })] : []),
    ...(giftCredits > 0
      ? [translate('resources.orders.contents.gift', { count: giftCredits })]
      : []),
    ...(days ? [translate('resources.orders.contents.days', { count: days })] : []),
  ];
  return contents.length > 0 ? (
    <Box sx={{ color: 'text.secondary' }}>{contents.join(' · ')}</Box>
  ) : null;
};

import { Box } from '@mui/material';
import type { Order } from '#contract/order.ts';
import type { OrderType } from '#contract/orderStates.ts';
import { printOrderStatuses } from '#contract/printOrderStates.ts';
import { formatYuan } from '../../../shared/money.ts';
import { useCreatePath, useRecord, useTexts } from '../../kit/base/hooks.ts';
import { Link } from '../../kit/base/Link.tsx';
import { PlainList } from '../../kit/base/PlainList.tsx';
import { PageLink, Quiet, StatusLabel } from '../../kit/field/valueFields.tsx';
import { Panel } from '../../kit/show/Panel.tsx';
import { lineName, linePast } from './lineNames.ts';
import type { OrderOnPage } from './orderRecord.ts';
import { usePrintOrder } from './usePrintOrder.ts';

/** The page of what was bought, as it is now. */
const pageOf: Partial<Record<OrderType, string>> = {
  template: '/templates/edit',
  package: '/packages/edit',
};

/** What was bought, as it was then. */
export const OrderItemsPanel = () => {
  const createPath = useCreatePath();
  const t = useTexts('resources.orders');
  const { items, type, printOrderId, taskId, remark } = useRecord<OrderOnPage>();
  return (
    <Panel
      title={t('panels.items', { count: items.length })}
      action={
        (printOrderId && <PrintOrderLink id={printOrderId} />) ||
        (taskId && (
          <PageLink isOnlyWay to={createPath({ resource: 'tasks', type: 'show', id: taskId })}>
            {t('fields.taskId')}
          </PageLink>
        ))
      }
    >
      <PlainList sx={{ fontSize: '0.8125rem' }}>
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
                {type in pageOf && item.refId ? (
                  <Box
                    component={Link}
                    to={`${pageOf[type]}/${encodeURIComponent(item.refId)}`}
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
            <Quiet sx={{ flex: 'none' }}>
              {formatYuan(item.unitFen)} × {item.qty}
            </Quiet>
            <Box sx={{ flex: 'none', minWidth: 72, textAlign: 'right', fontWeight: 500 }}>
              {formatYuan(item.amountFen)}
            </Box>
          </Box>
        ))}
      </PlainList>
      <LinesWithPast />
      {remark && (
        <Box sx={{ mt: 1, p: 1, borderRadius: 1, bgcolor: 'action.hover', fontSize: '0.8125rem' }}>
          {t('userRemark', { text: remark })}
        </Box>
      )}
    </Panel>
  );
};

/** What was refunded or printed again, line by line, so that nobody does it twice unknowingly. */
const LinesWithPast = () => {
  const { lines = [] } = useRecord<OrderOnPage>();
  const t = useTexts('resources.orders.line');
  const touched = lines.flatMap((line, at) => {
    const past = linePast(line, t);
    return past.length > 0 ? [{ name: lineName(line, at, t), past }] : [];
  });
  if (touched.length === 0) return null;
  return (
    <Box sx={{ mt: 1, p: 1, borderRadius: 1, bgcolor: 'action.hover', fontSize: '0.8125rem' }}>
      <Box sx={{ fontWeight: 500 }}>{t('past.title')}</Box>
      <Box component="ul" sx={{ m: 0, pl: 2 }}>
        {touched.map(({ name, past }, at) => (
          <li key={at}>
            {name}：{past.join('、')}
          </li>
        ))}
      </Box>
    </Box>
  );
};

const PrintOrderLink = ({ id }: { id: string }) => {
  const t = useTexts('resources.orders');
  const { data: print } = usePrintOrder(id);
  return (
    <Box sx={{ display: 'flex', gap: 1.5, fontSize: '0.8125rem' }}>
      {print && <StatusLabel {...printOrderStatuses[print.status]} />}
      <PageLink isOnlyWay to={useCreatePath()({ resource: 'print-orders', type: 'show', id })}>
        {t('printOrder')}
      </PageLink>
    </Box>
  );
};

const ItemContents = ({ item: { snapshot } }: { item: Order['items'][number] }) => {
  const t = useTexts('resources.orders.contents');
  const { credits, giftCredits, days } = snapshot;
  const contents = [
    credits > 0 && t('credits', { count: credits }),
    giftCredits > 0 && t('gift', { count: giftCredits }),
    days && t('days', { count: days }),
  ].filter(Boolean);
  return contents.length > 0 ? <Quiet>{contents.join(' · ')}</Quiet> : null;
};

import { useRecordContext, useTranslate } from 'react-admin';
import { Panel } from '../../kit/show/Panel.tsx';
import { Timeline } from '../../kit/show/Timeline.tsx';
import { orderEvents } from './orderEvents.ts';
import type { OrderOnPage } from './orderRecord.ts';

export const OrderTimelinePanel = () => {
  const translate = useTranslate();
  const order = useRecordContext<OrderOnPage>();
  if (!order) return null;
  return (
    <Panel title={translate('resources.orders.panels.timeline')}>
      <Timeline
        events={orderEvents(order, (key, args) =>
          translate(`resources.orders.events.${key}`, args),
        )}
      />
    </Panel>
  );
};

import { useTranslate } from 'react-admin';
import { orderTypes } from '#contract/order.ts';
import { useRecord } from '../../kit/base/hooks.ts';
import { NameCell } from '../../kit/field/NameCell.tsx';
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
  return (
    <NameCell
      name={orderNo}
      to={orderPath(id)}
      second={[orderTypes[type].label, bought].filter(Boolean).join(' · ')}
    />
  );
};

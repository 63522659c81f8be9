import { useDataProvider, useRecord } from '../../kit/base/hooks.ts';
import { RemarksPanel } from '../../kit/show/RemarksPanel.tsx';
import type { OrderOnPage } from './orderRecord.ts';

export const OrderRemarksPanel = () => {
  const { invoke } = useDataProvider();
  const { id, adminRemarks } = useRecord<OrderOnPage>();
  return (
    <RemarksPanel
      key={id}
      remarks={adminRemarks}
      add={text => invoke('adminOrder', 'addRemark', { id, text })}
    />
  );
};

import { logisticsStatuses } from '#contract/printOrder.ts';
import { StatusLabel } from '../../kit/field/valueFields.tsx';
import type { PrintRecord } from './printOrder.ts';

/** Where the parcel is; nothing before it was asked for. */
export const LogisticsField = ({ order }: { order: PrintRecord }) => {
  const { status } = order.logistics;
  return status === 'none' ? null : <StatusLabel {...logisticsStatuses[status]} />;
};

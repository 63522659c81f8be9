import { useGetOne } from 'react-admin';
import type { PrintOrder } from '#contract/printOrder.ts';
import { useCan } from '../../kit/base/CanAccess.tsx';
import type { RecordOf } from '../../kit/base/hooks.ts';

/** The prints of an order, if it has any; read once for all components. */
export const usePrintOrder = (printOrderId: string) =>
  useGetOne<RecordOf<PrintOrder>>(
    'print-orders',
    { id: printOrderId },
    {
      enabled: useCan()('print-orders.read') && printOrderId !== '',
      staleTime: 10_000,
      onError: () => undefined,
    },
  );

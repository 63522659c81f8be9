import type { ReactNode } from 'react';
import type { Order } from '#contract/order.ts';
import { ZoomableImage } from '../../../shared/ZoomableImage.tsx';

/** What was noted when money was received outside WeChat. `t`: the labels of an order's fields. */
export const offlineFacts = (
  { offlineNote, voucher }: Pick<Order, 'offlineNote' | 'voucher'>,
  t: (field: string) => string,
): [string, ReactNode][] => [
  [t('offlineNote'), offlineNote || undefined],
  [
    t('voucher'),
    voucher ? (
      <ZoomableImage key="v" src={voucher} alt={t('voucher')} width={48} height={64} />
    ) : undefined,
  ],
];

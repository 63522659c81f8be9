import { packagePriceEntity, type PriceTier } from '../packagePrice.ts';
import { printOrderEntity } from '../printOrder.ts';
import { type ExportableResource, nameOf, ofEntity, ofUser, userId } from './columns.ts';

const tierText = (tier: unknown) => {
  const { minQty, unitFen } = tier as PriceTier;
  return `${minQty} 张起 ${(unitFen / 100).toFixed(2)}`;
};

export const printExports = {
  'print-orders': ofEntity(
    printOrderEntity,
    [
      '_id',
      'printNo',
      'orderNo',
      userId,
      'photoCount',
      'goodsFen',
      'shippingFen',
      'payFen',
      'status',
      'batchNo',
      'expressCompany',
      'expressNo',
      'slaTime',
      'shipTime',
      'overdue',
      'createTime',
    ],
    {
      filters: {
        userId: ofUser,
        orderId: { ...nameOf('orders', 'orderNo'), label: '订单号' },
        sizeIds: nameOf('printSizes'),
      },
    },
  ),
  'package-prices': ofEntity(
    packagePriceEntity,
    [
      '_id',
      'name',
      { path: 'sizeId', label: '尺寸编号' },
      'paper',
      { path: 'tiers', item: tierText },
      'packQty',
      'packFen',
      'shippingFen',
      'freeShippingFromFen',
      'status',
      'effectiveTime',
      'endTime',
      'sort',
      'createTime',
      'updateTime',
    ],
    { assumed: { isLatest: true }, filters: { sizeId: nameOf('printSizes') } },
  ),
} as const satisfies Record<string, ExportableResource>;

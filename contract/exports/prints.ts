import { packagePriceEntity, type PriceTier } from '../packagePrice.ts';
import { printOrderEntity } from '../printOrder.ts';
import { type ExportableResource, ofEntity } from './columns.ts';

const tierText = (tier: unknown) => {
  const { minQty, unitFen } = tier as PriceTier;
  return `${minQty} 张起 ${(unitFen / 100).toFixed(2)}`;
};

export const printExports = {
  'print-orders': ofEntity(
    printOrderEntity,
    `_id printNo orderNo userId userSnap.nickName photoCount goodsFen shippingFen payFen status
      batchNo expressCompany expressNo slaTime shipTime overdue createTime`,
    { columns: { 'userSnap.nickName': { label: '昵称' } } },
  ),
  'package-prices': ofEntity(
    packagePriceEntity,
    `_id name sizeId paper tiers packQty packFen shippingFen freeShippingFromFen status
      effectiveTime endTime sort createTime updateTime`,
    { columns: { tiers: { item: tierText } }, assumed: { isLatest: true } },
  ),
} as const satisfies Record<string, ExportableResource>;

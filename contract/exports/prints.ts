import { packagePriceEntity, type PriceTier } from '../packagePrice.ts';
import { logisticsStatuses, printOrderEntity } from '../printOrder.ts';
import { printOrderStatuses } from '../printOrderStates.ts';
import { printPapers } from '../printPapers.ts';
import {
  choice,
  created,
  enabled,
  type ExportableResource,
  flag,
  id,
  list,
  nameOf,
  number,
  ofEntity,
  ofUser,
  text,
  time,
  updated,
  yuan,
} from './columns.ts';

const tierText = (tier: unknown) => {
  const { minQty, unitFen } = tier as PriceTier;
  return `${minQty} 张起 ${(unitFen / 100).toFixed(2)}`;
};

export const printExports = {
  'print-orders': ofEntity(
    '冲印订单',
    printOrderEntity,
    [
      id,
      text('printNo', '冲印单号'),
      text('orderNo', '订单号'),
      text('userId', '用户编号'),
      number('photoCount', '张数'),
      yuan('goodsFen', '商品（元）'),
      yuan('shippingFen', '运费（元）'),
      yuan('payFen', '实付（元）'),
      choice('status', '状态', printOrderStatuses),
      text('batchNo', '制作批次'),
      text('expressCompany', '快递公司'),
      text('expressNo', '运单号'),
      time('slaTime', '发货期限'),
      time('shipTime', '发货时间'),
      flag('overdue', '逾期'),
      time('createTime', '下单时间'),
    ],
    {
      filters: {
        userId: ofUser,
        orderId: nameOf('订单号', 'orders', 'orderNo'),
        sizeIds: nameOf('尺寸', 'printSizes'),
        logisticsStatus: { kind: 'choice', label: '物流', choices: logisticsStatuses },
      },
    },
  ),
  'package-prices': ofEntity(
    '冲印价格',
    packagePriceEntity,
    [
      id,
      text('name', '名称'),
      text('sizeId', '尺寸编号'),
      choice('paper', '相纸', printPapers),
      list('tiers', '单价', tierText),
      number('packQty', '套装张数'),
      yuan('packFen', '套装价（元）'),
      yuan('shippingFen', '运费（元）'),
      yuan('freeShippingFromFen', '满额包邮（元）'),
      enabled,
      time('effectiveTime', '生效时间'),
      time('endTime', '失效时间'),
      number('sort', '排序'),
      created,
      updated,
    ],
    { assumed: { isLatest: true }, filters: { sizeId: nameOf('尺寸', 'printSizes') } },
  ),
} as const satisfies Record<string, ExportableResource>;

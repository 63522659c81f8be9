import { orderEntity } from '../order.ts';
import { packageEntity } from '../package.ts';
import { reconciliationDayEntity, reconciliationDifferenceEntity } from '../reconciliation.ts';
import { refundEntity } from '../refund.ts';
import { type ExportableResource, ofEntity } from './columns.ts';

export const orderExports = {
  packages: ofEntity(
    packageEntity,
    `_id name type credits giftCredits days priceFen originPriceFen badge status
      soldCount lastSoldTime sort createTime updateTime`,
    { without: 'benefits limitPerUser payChannels' },
  ),
  orders: ofEntity(
    orderEntity,
    `_id orderNo type userId openid userSnap.nickName totalFen discountFen payFen
      refundedFen payChannel transactionId status refundStatus fulfil.status payTime
      remark createTime invoice.status invoice.kind invoice.title invoice.taxNumber invoice.email
      invoice.amountFen invoice.number invoice.cancelNumber invoice.askTime invoice.issueTime
      invoice.cancelTime refundAsk.status refundAsk.reason refundAsk.text refundAsk.askTime
      refundAsk.answer refundAsk.answerTime`,
    { columns: { payFen: { label: '应付（元）' }, refundStatus: { label: '退款状态' } } },
  ),
  refunds: ofEntity(
    refundEntity,
    `_id orderNo userId userSnap.nickName openid orderPayFen amountFen payChannel status
      reasonCode reason internalNote clawedBack.paid clawedBack.gift
      clawedBack.packageDays applyBy refundId userReceivedAccount failure afterVoid
      createTime successTime`,
    {
      label: '退款记录',
      sums: [
        { label: '退款合计（元）', path: 'amountFen' },
        { label: '其中已退款笔数', status: 'success' },
        { label: '其中已退款（元）', path: 'amountFen', status: 'success' },
      ],
    },
  ),
  reconciliation: ofEntity(
    reconciliationDayEntity,
    `_id status there.paidCount there.paidFen ours.paidCount ours.paidFen
      there.refundCount there.refundedFen ours.refundCount ours.refundedFen feeFen
      openCount waitingCount closedCount finishTime`,
  ),
  'reconciliation/differences': ofEntity(
    reconciliationDifferenceEntity,
    `day kind status number orderNo gatewayNo billFen ownFen billTime ownTime note
      closeBy closeTime resolution resolveTime`,
  ),
} as const satisfies Record<string, ExportableResource>;

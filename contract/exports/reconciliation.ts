import { reconciliationDayEntity, reconciliationDifferenceEntity } from '../reconciliation.ts';
import { type ExportableResource, ofEntity } from './columns.ts';

export const reconciliationExports = {
  reconciliation: ofEntity(reconciliationDayEntity, [
    '_id',
    'status',
    'there.paidCount',
    'there.paidFen',
    'ours.paidCount',
    'ours.paidFen',
    'there.refundCount',
    'there.refundedFen',
    'ours.refundCount',
    'ours.refundedFen',
    'feeFen',
    'openCount',
    'waitingCount',
    'closedCount',
    'finishTime',
  ]),
  'reconciliation/differences': ofEntity(reconciliationDifferenceEntity, [
    'day',
    'kind',
    'status',
    'number',
    'orderNo',
    'gatewayNo',
    'billFen',
    'ownFen',
    'billTime',
    'ownTime',
    'note',
    'closeBy',
    'closeTime',
    'resolution',
    'resolveTime',
  ]),
} as const satisfies Record<string, ExportableResource>;

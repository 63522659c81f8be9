import { activationBatchEntity, activationCodeEntity } from './activationCode.ts';
import { administratorEntity } from './administrator.ts';
import { apiKeyEntity } from './apiKey.ts';
import { approvalEntity } from './approval.ts';
import { auditLogEntity } from './auditLog.ts';
import { categoryEntity } from './category.ts';
import { compensationEntity, compensationRowEntity } from './compensation.ts';
import { feedbackEntity } from './feedback.ts';
import { keywordEntity, searchMissEntity } from './keyword.ts';
import { localAppCategoryEntity, localAppEntity } from './localApp.ts';
import { messageEntity } from './message.ts';
import { orderEntity } from './order.ts';
import { packageEntity } from './package.ts';
import { packagePriceEntity } from './packagePrice.ts';
import { presetEntity } from './preset.ts';
import { printOrderEntity } from './printOrder.ts';
import { printSizeEntity } from './printSize.ts';
import { quickFunctionEntity } from './quickFunction.ts';
import { reconciliationDayEntity, reconciliationDifferenceEntity } from './reconciliation.ts';
import { refundEntity } from './refund.ts';
import { roleEntity } from './role.ts';
import { taskEntity } from './task.ts';
import { templateEntity } from './template.ts';
import { userEntity } from './user.ts';
import { videoEntity } from './video.ts';

/** Every entity by the name of its resource, which is its route too. */
export const entities = {
  templates: templateEntity,
  'templates/presets': presetEntity,
  'templates/quick-functions': quickFunctionEntity,
  categories: categoryEntity,
  keywords: keywordEntity,
  'keywords/misses': searchMissEntity,
  'local-app-templates': localAppEntity,
  'local-app-categories': localAppCategoryEntity,
  users: userEntity,
  orders: orderEntity,
  refunds: refundEntity,
  approvals: approvalEntity,
  reconciliation: reconciliationDayEntity,
  'reconciliation/differences': reconciliationDifferenceEntity,
  'print-orders': printOrderEntity,
  'print-size-config': printSizeEntity,
  'package-prices': packagePriceEntity,
  packages: packageEntity,
  'activation-codes': activationBatchEntity,
  'activation-codes/codes': activationCodeEntity,
  videos: videoEntity,
  'api-keys': apiKeyEntity,
  tasks: taskEntity,
  compensations: compensationEntity,
  'compensations/rows': compensationRowEntity,
  feedback: feedbackEntity,
  messages: messageEntity,
  administrators: administratorEntity,
  'administrators/roles': roleEntity,
  'audit-logs': auditLogEntity,
};

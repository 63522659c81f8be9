import { apiKeyEntity } from '../apiKey.ts';
import { auditLogEntity } from '../auditLog.ts';
import { taskEntity, taskErrorChoices } from '../task.ts';
import { type ExportableResource, nameOf, ofEntity } from './columns.ts';

export const taskExports = {
  tasks: ofEntity(
    taskEntity,
    `_id taskNo rhTaskId userId openid templateId templateSnap.name templateSnap.engine
      status isTrial apiKeyId errorText errorCode cancelReason userNote costCredits
      isRefunded refundReason costSec coins maybeCharged attempts rating createTime
      submitTime finishTime`,
    {
      columns: {
        errorCode: { label: '错误代码' },
        costSec: { label: '耗时（秒）' },
        maybeCharged: { label: '可能已扣费' },
      },
      filters: { errorCode: { kind: 'choice', choices: taskErrorChoices } },
    },
  ),
  'api-keys': ofEntity(
    apiKeyEntity,
    `_id name keyMask region kind pool status maxConcurrency weight remainCoins
      remainMoneyFen lowCoins dailyCoinsCap lastErrorCode lastErrorTime lastCheckTime
      remark createTime`,
    {
      columns: { lastErrorCode: { label: '最近错误代码' } },
      filters: { low: { label: '余额偏低' } },
    },
  ),
  'audit-logs': ofEntity(
    auditLogEntity,
    '_id createTime adminName function action resource resourceId diff reason result ip',
    {
      columns: {
        function: { kind: 'audit' },
        action: { kind: 'audit' },
        resource: { kind: 'audit' },
      },
      filters: { adminId: nameOf('admins', 'username') },
    },
  ),
} as const satisfies Record<string, ExportableResource>;

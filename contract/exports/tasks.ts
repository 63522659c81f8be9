import { apiKeyEntity } from '../apiKey.ts';
import { taskEntity, taskErrorChoices, taskErrors } from '../task.ts';
import {
  type ExportableResource,
  nameOf,
  ofEntity,
  ofTemplate,
  ofUser,
  templateId,
  userId,
} from './columns.ts';

const {
  SERVICE_BUSY,
  TEMPLATE_BROKEN,
  NOT_FOUND,
  SAVE_FAILED,
  TIMEOUT,
  CANCELLED,
  GENERATION_FAILED,
  ANSWER_LOST,
} = taskErrors;
/** What earlier tasks have stored also speaks of credits, of which they may have taken none. */
const earlierTexts = {
  '服务繁忙，积分已退回': { label: SERVICE_BUSY },
  '模板暂时不可用，积分已退回': { label: TEMPLATE_BROKEN },
  '生成任务已失效，积分已退回': { label: NOT_FOUND },
  '图片保存失败，积分已退回': { label: SAVE_FAILED },
  '生成超时，积分已退回': { label: TIMEOUT },
  '任务已取消，积分已退回': { label: CANCELLED },
  '生成失败，积分已退回，可重试': { label: GENERATION_FAILED },
  '生成失败，积分已退回，请稍后重试': { label: ANSWER_LOST },
};

export const taskExports = {
  tasks: ofEntity(
    taskEntity,
    [
      '_id',
      'taskNo',
      'rhTaskId',
      userId,
      'openid',
      templateId,
      'templateSnap.name',
      'templateSnap.engine',
      'status',
      'isTrial',
      { path: 'apiKeyId', label: '密钥编号' },
      { path: 'errorText', kind: 'choice', choices: earlierTexts },
      { path: 'errorCode', label: '错误代码' },
      'cancelReason',
      'userNote',
      'costCredits',
      'isRefunded',
      'refundReason',
      { path: 'costSec', label: '耗时（秒）' },
      'coins',
      { path: 'maybeCharged', label: '可能已扣费' },
      'attempts',
      'rating',
      'createTime',
      'submitTime',
      'finishTime',
    ],
    {
      filters: {
        userId: ofUser,
        templateId: ofTemplate,
        apiKeyId: nameOf('apiKeys'),
        errorCode: { kind: 'choice', choices: taskErrorChoices },
      },
    },
  ),
  'api-keys': ofEntity(
    apiKeyEntity,
    [
      '_id',
      'name',
      'keyMask',
      'region',
      'kind',
      'pool',
      'status',
      'maxConcurrency',
      'weight',
      'remainCoins',
      'remainMoneyFen',
      'lowCoins',
      'dailyCoinsCap',
      { path: 'lastErrorCode', label: '最近错误代码' },
      'lastErrorTime',
      'lastCheckTime',
      'remark',
      'createTime',
    ],
    { filters: { low: { label: '余额偏低' } } },
  ),
} as const satisfies Record<string, ExportableResource>;

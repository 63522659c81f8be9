import { entities } from './entities.ts';

/**
 * The collections, their indexes and who may reach them. Only functions touch the database, so every collection is
 * ADMINONLY. Index order: equality, then sort, then range.
 */
interface IndexDefinition {
  name: string;
  keys: Record<string, 1 | -1>;
  unique?: boolean;
}

export interface CollectionDefinition {
  name: string;
  acl: 'ADMINONLY';
  indexes: IndexDefinition[];
}

const byTime = { name: 'createTime', keys: { createTime: -1 } } as const;

/** Of records that may carry an audit row; see `cloudfunctions/_shared/base/changeRecord.ts`. */
const unaudited = { name: 'unaudited', keys: { 'unaudited.time': 1 } } as const;

const declared = [
  {
    name: 'templates',
    acl: 'ADMINONLY',
    indexes: [
      unaudited,
      byTime,
      { name: 'updateTime', keys: { updateTime: -1 } },
      { name: 'name', keys: { name: 1 } },
      { name: 'sort', keys: { sort: -1, createTime: -1 } },
      { name: 'status_sort', keys: { status: 1, sort: -1, createTime: -1 } },
      {
        name: 'category_status_sort',
        keys: { categoryIds: 1, status: 1, sort: -1, createTime: -1 },
      },
      { name: 'keyword_status_sort', keys: { keywordIds: 1, status: 1, sort: -1, createTime: -1 } },
      {
        name: 'recommend_status_sort',
        keys: { isRecommend: 1, status: 1, sort: -1, createTime: -1 },
      },
      {
        name: 'status_recommend_sort',
        keys: { status: 1, isRecommend: -1, sort: -1, createTime: -1 },
      },
      { name: 'engine_sort', keys: { engine: 1, sort: -1, createTime: -1 } },
      { name: 'grams', keys: { grams: 1 } },
      { name: 'files', keys: { files: 1 } },
    ],
  },
  {
    name: 'categories',
    acl: 'ADMINONLY',
    indexes: [
      unaudited,
      byTime,
      { name: 'updateTime', keys: { updateTime: -1 } },
      { name: 'name', keys: { name: 1 }, unique: true },
      { name: 'name_order', keys: { name: 1 } },
      { name: 'sort', keys: { sort: -1, createTime: -1 } },
      { name: 'status_sort', keys: { status: 1, sort: -1, createTime: -1 } },
      { name: 'parent_sort', keys: { parentId: 1, sort: -1, createTime: -1 } },
      { name: 'grams', keys: { grams: 1 } },
      { name: 'files', keys: { files: 1 } },
    ],
  },
  {
    name: 'keywords',
    acl: 'ADMINONLY',
    indexes: [
      unaudited,
      byTime,
      { name: 'updateTime', keys: { updateTime: -1 } },
      { name: 'word', keys: { word: 1 } },
      { name: 'norm', keys: { norm: 1 }, unique: true },
      { name: 'weight', keys: { weight: -1, createTime: -1 } },
      { name: 'type_weight', keys: { type: 1, weight: -1, createTime: -1 } },
      { name: 'status_weight', keys: { status: 1, weight: -1, createTime: -1 } },
      { name: 'grams', keys: { grams: 1 } },
    ],
  },
  {
    name: 'admins',
    acl: 'ADMINONLY',
    indexes: [
      unaudited,
      { name: 'username', keys: { username: 1 }, unique: true },
      { name: 'avatar', keys: { avatar: 1 } },
    ],
  },
  {
    name: 'adminSessions',
    acl: 'ADMINONLY',
    indexes: [
      unaudited,
      { name: 'admin_seen', keys: { adminId: 1, lastSeenTime: -1 } },
      { name: 'expireTime', keys: { expireTime: 1 } },
    ],
  },
  {
    name: 'settings',
    acl: 'ADMINONLY',
    indexes: [{ name: 'files', keys: { files: 1 } }],
  },
  /** Earlier versions of the settings, without secrets; `_id` = `<type>_<rev>`. */
  {
    name: 'settingRevisions',
    acl: 'ADMINONLY',
    indexes: [{ name: 'type_rev', keys: { type: 1, settingRev: -1 } }],
  },
  {
    name: 'auditLogs',
    acl: 'ADMINONLY',
    indexes: [
      byTime,
      { name: 'admin_time', keys: { adminId: 1, createTime: -1 } },
      { name: 'resource_time', keys: { resource: 1, resourceId: 1, createTime: -1 } },
      { name: 'action_time', keys: { action: 1, createTime: -1 } },
      { name: 'function_time', keys: { function: 1, createTime: -1 } },
      { name: 'kind_time', keys: { resource: 1, createTime: -1 } },
      { name: 'record_time', keys: { resourceId: 1, createTime: -1 } },
      { name: 'result_time', keys: { result: 1, createTime: -1 } },
    ],
  },
  /** How many orders each user has placed, `_id` = his openid; see `cloudfunctions/_shared/orders/sequence.ts`. */
  { name: 'orderTurns', acl: 'ADMINONLY', indexes: [] },
  /** Who is at something that others must wait for, `_id` = what it is; see `cloudfunctions/_shared/base/locks.ts`. */
  { name: 'turns', acl: 'ADMINONLY', indexes: [] },
  /** Counters of attempts, `_id` = what is limited and whom; see `cloudfunctions/_shared/base/rateLimit.ts`. */
  {
    name: 'rateLimits',
    acl: 'ADMINONLY',
    indexes: [{ name: 'expireTime', keys: { expireTime: 1 } }],
  },
  {
    name: 'templatePresets',
    acl: 'ADMINONLY',
    indexes: [
      unaudited,
      byTime,
      {
        name: 'template_status_sort',
        keys: { templateId: 1, status: 1, sort: -1, createTime: -1 },
      },
      { name: 'template_name', keys: { templateId: 1, name: 1 }, unique: true },
      { name: 'status_sort', keys: { status: 1, sort: -1, createTime: -1 } },
      { name: 'sort', keys: { sort: -1, createTime: -1 } },
      { name: 'grams', keys: { grams: 1 } },
      { name: 'files', keys: { files: 1 } },
      { name: 'updateTime', keys: { updateTime: -1 } },
      { name: 'useCount', keys: { useCount: -1 } },
      { name: 'template_sort', keys: { templateId: 1, sort: -1, createTime: -1 } },
      { name: 'review_sort', keys: { needsReview: 1, sort: -1, createTime: -1 } },
      { name: 'default_sort', keys: { isDefault: 1, sort: -1, createTime: -1 } },
      // The template's id for the default preset, otherwise the preset's own: one default for each template.
      { name: 'defaultOf', keys: { defaultOf: 1 }, unique: true },
    ],
  },
  {
    name: 'quickFunctions',
    acl: 'ADMINONLY',
    indexes: [
      unaudited,
      byTime,
      { name: 'sort', keys: { sort: -1, createTime: -1 } },
      { name: 'status_sort', keys: { status: 1, sort: -1, createTime: -1 } },
      { name: 'target', keys: { targetType: 1, targetId: 1 } },
      { name: 'files', keys: { files: 1 } },
      { name: 'updateTime', keys: { updateTime: -1 } },
      { name: 'type_sort', keys: { targetType: 1, sort: -1, createTime: -1 } },
      { name: 'grams', keys: { grams: 1 } },
    ],
  },
  {
    name: 'localApps',
    acl: 'ADMINONLY',
    indexes: [
      unaudited,
      byTime,
      { name: 'appCode', keys: { appCode: 1 }, unique: true },
      { name: 'updateTime', keys: { updateTime: -1 } },
      { name: 'useCount', keys: { useCount: -1 } },
      { name: 'category_sort', keys: { categoryId: 1, sort: -1, createTime: -1 } },
      { name: 'name', keys: { name: 1 } },
      { name: 'sort', keys: { sort: -1, createTime: -1 } },
      { name: 'status_sort', keys: { status: 1, sort: -1, createTime: -1 } },
      {
        name: 'category_status_sort',
        keys: { categoryId: 1, status: 1, sort: -1, createTime: -1 },
      },
      { name: 'recommend_sort', keys: { isRecommend: 1, sort: -1, createTime: -1 } },
      { name: 'grams', keys: { grams: 1 } },
      { name: 'files', keys: { files: 1 } },
    ],
  },
  {
    name: 'localAppCategories',
    acl: 'ADMINONLY',
    indexes: [
      unaudited,
      byTime,
      { name: 'name', keys: { name: 1 }, unique: true },
      { name: 'name_order', keys: { name: 1 } },
      { name: 'sort', keys: { sort: -1, createTime: -1 } },
      { name: 'status_sort', keys: { status: 1, sort: -1, createTime: -1 } },
      { name: 'files', keys: { files: 1 } },
      { name: 'updateTime', keys: { updateTime: -1 } },
      { name: 'grams', keys: { grams: 1 } },
    ],
  },
  {
    name: 'users',
    acl: 'ADMINONLY',
    indexes: [
      unaudited,
      byTime,
      { name: 'openid', keys: { openid: 1 }, unique: true },
      { name: 'status_time', keys: { status: 1, createTime: -1 } },
      { name: 'active', keys: { lastActiveTime: -1 } },
      { name: 'status_active', keys: { status: 1, lastActiveTime: -1 } },
      { name: 'package', keys: { packageId: 1, createTime: -1 } },
      { name: 'package_status', keys: { packageId: 1, status: 1, createTime: -1 } },
      { name: 'channel_time', keys: { channel: 1, createTime: -1 } },
      { name: 'channel_status', keys: { channel: 1, status: 1, createTime: -1 } },
      { name: 'phoneTail', keys: { phoneTail: 1, createTime: -1 } },
      { name: 'tags', keys: { tags: 1, createTime: -1 } },
      { name: 'tags_status', keys: { tags: 1, status: 1, createTime: -1 } },
      { name: 'disabledUntil', keys: { status: 1, disabledUntil: 1 } },
      { name: 'grams', keys: { grams: 1 } },
    ],
  },
  {
    name: 'creditLedger',
    acl: 'ADMINONLY',
    indexes: [
      byTime,
      { name: 'user_time', keys: { userId: 1, createTime: -1 } },
      { name: 'openid_time', keys: { openid: 1, createTime: -1 } },
      { name: 'ref', keys: { refType: 1, refId: 1 } },
      { name: 'kind_time', keys: { kind: 1, createTime: -1 } },
    ],
  },
  {
    name: 'userLogs',
    acl: 'ADMINONLY',
    indexes: [
      unaudited,
      { name: 'user_time', keys: { userId: 1, createTime: -1 } },
      { name: 'user_type_time', keys: { userId: 1, type: 1, createTime: -1 } },
      byTime,
    ],
  },
  {
    name: 'userUsageDaily',
    acl: 'ADMINONLY',
    indexes: [
      { name: 'user_day', keys: { userId: 1, day: -1 } },
      { name: 'day', keys: { day: 1 } },
    ],
  },
  {
    name: 'tasks',
    acl: 'ADMINONLY',
    indexes: [
      byTime,
      { name: 'taskNo', keys: { taskNo: 1 }, unique: true },
      { name: 'status_time', keys: { status: 1, createTime: -1 } },
      { name: 'user_time', keys: { userId: 1, createTime: -1 } },
      { name: 'template_time', keys: { templateId: 1, createTime: -1 } },
      { name: 'template_status_time', keys: { templateId: 1, status: 1, createTime: -1 } },
      { name: 'key_status', keys: { apiKeyId: 1, status: 1 } },
      { name: 'error_time', keys: { errorCode: 1, createTime: -1 } },
      { name: 'error_status', keys: { errorCode: 1, status: 1, createTime: -1 } },
      { name: 'key_time', keys: { apiKeyId: 1, createTime: -1 } },
      { name: 'rhTaskId', keys: { rhTaskId: 1 } },
      { name: 'status_poll', keys: { status: 1, nextPollTime: 1 } },
    ],
  },
  {
    name: 'packages',
    acl: 'ADMINONLY',
    indexes: [
      unaudited,
      byTime,
      { name: 'sort', keys: { sort: -1, createTime: -1 } },
      { name: 'status_sort', keys: { status: 1, sort: -1, createTime: -1 } },
    ],
  },
  {
    name: 'orders',
    acl: 'ADMINONLY',
    indexes: [
      unaudited,
      byTime,
      { name: 'orderNo', keys: { orderNo: 1 }, unique: true },
      { name: 'transactionId', keys: { transactionId: 1 } },
      { name: 'status_time', keys: { status: 1, createTime: -1 } },
      { name: 'type_time', keys: { type: 1, createTime: -1 } },
      { name: 'type_status_time', keys: { type: 1, status: 1, createTime: -1 } },
      { name: 'channel_time', keys: { payChannel: 1, createTime: -1 } },
      { name: 'channel_status_time', keys: { payChannel: 1, status: 1, createTime: -1 } },
      { name: 'user_time', keys: { userId: 1, createTime: -1 } },
      { name: 'openid_time', keys: { openid: 1, createTime: -1 } },
      { name: 'refundStatus_time', keys: { refundStatus: 1, createTime: -1 } },
      { name: 'refundStatus_status', keys: { refundStatus: 1, status: 1, createTime: -1 } },
      { name: 'fulfil_time', keys: { 'fulfil.status': 1, createTime: -1 } },
      { name: 'fulfil_status', keys: { 'fulfil.status': 1, status: 1, createTime: -1 } },
      { name: 'amount', keys: { payFen: -1 } },
      { name: 'payTime', keys: { payTime: -1 } },
      { name: 'status_payTime', keys: { status: 1, payTime: -1 } },
      { name: 'status_amount', keys: { status: 1, payFen: -1 } },
      { name: 'status_expire', keys: { status: 1, expireTime: 1 } },
      { name: 'channel_payTime', keys: { payChannel: 1, payTime: 1, _id: 1 } },
      { name: 'grams', keys: { grams: 1 } },
    ],
  },
  {
    name: 'refunds',
    acl: 'ADMINONLY',
    indexes: [
      byTime,
      { name: 'status_time', keys: { status: 1, createTime: -1 } },
      { name: 'order_time', keys: { orderId: 1, createTime: -1 } },
      { name: 'user_time', keys: { userId: 1, createTime: -1 } },
      { name: 'status_query', keys: { status: 1, nextQueryTime: 1 } },
      { name: 'successTime', keys: { successTime: -1 } },
      { name: 'status_successTime', keys: { status: 1, successTime: -1 } },
      { name: 'afterVoid_time', keys: { afterVoid: 1, createTime: -1 } },
      { name: 'channel_successTime', keys: { payChannel: 1, successTime: 1, _id: 1 } },
    ],
  },
  /** `_id` = the day, `20261120`; see `cloudfunctions/_shared/reconciliation/`. */
  {
    name: 'reconciliationDays',
    acl: 'ADMINONLY',
    indexes: [
      unaudited,
      byTime,
      { name: 'dayTime', keys: { dayTime: -1 } },
      { name: 'status_day', keys: { status: 1, dayTime: -1 } },
      { name: 'status_time', keys: { status: 1, createTime: -1 } },
      { name: 'next', keys: { nextTime: 1 } },
    ],
  },
  {
    name: 'reconciliationDifferences',
    acl: 'ADMINONLY',
    indexes: [
      byTime,
      // Day, kind and number: the same difference found again has the same id.
      { name: 'key', keys: { key: 1 }, unique: true },
      { name: 'dayTime', keys: { dayTime: -1 } },
      { name: 'day_time', keys: { day: 1, createTime: -1 } },
      { name: 'day_status_time', keys: { day: 1, status: 1, createTime: -1 } },
      { name: 'status_time', keys: { status: 1, createTime: -1 } },
      { name: 'status_day', keys: { status: 1, dayTime: -1 } },
      { name: 'kind_time', keys: { kind: 1, createTime: -1 } },
      { name: 'kind_status_time', keys: { kind: 1, status: 1, createTime: -1 } },
    ],
  },
  {
    name: 'printOrders',
    acl: 'ADMINONLY',
    indexes: [
      unaudited,
      byTime,
      { name: 'printNo', keys: { printNo: 1 }, unique: true },
      { name: 'status_time', keys: { status: 1, createTime: -1 } },
      { name: 'status_sla', keys: { status: 1, slaTime: 1 } },
      { name: 'user_time', keys: { userId: 1, createTime: -1 } },
      { name: 'openid_time', keys: { openid: 1, createTime: -1 } },
      { name: 'sla', keys: { slaTime: 1 } },
      { name: 'status_overdue_sla', keys: { status: 1, overdue: 1, slaTime: 1 } },
      { name: 'overdue_time', keys: { overdue: 1, createTime: -1 } },
      { name: 'status_ship', keys: { status: 1, shipTime: 1 } },
      { name: 'shipTime', keys: { shipTime: -1 } },
      { name: 'carrier_time', keys: { expressCompany: 1, createTime: -1 } },
      { name: 'carrier_status', keys: { expressCompany: 1, status: 1, createTime: -1 } },
      { name: 'size_status_time', keys: { sizeIds: 1, status: 1, createTime: -1 } },
      { name: 'size_time', keys: { sizeIds: 1, createTime: -1 } },
      { name: 'expressNo', keys: { expressNo: 1 } },
      { name: 'batchNo', keys: { batchNo: 1, createTime: -1 } },
      { name: 'order', keys: { orderId: 1 } },
      { name: 'grams', keys: { grams: 1 } },
      { name: 'files', keys: { files: 1 } },
    ],
  },
  /**
   * The address that an express number goes to; `_id` = the number, so that two print orders cannot claim it at once.
   */
  { name: 'expressNumbers', acl: 'ADMINONLY', indexes: [byTime] },
  {
    name: 'printSizes',
    acl: 'ADMINONLY',
    indexes: [
      unaudited,
      byTime,
      { name: 'code', keys: { code: 1 }, unique: true },
      { name: 'sort', keys: { sort: -1, createTime: -1 } },
      { name: 'status_sort', keys: { status: 1, sort: -1, createTime: -1 } },
    ],
  },
  {
    name: 'packagePrices',
    acl: 'ADMINONLY',
    indexes: [
      unaudited,
      byTime,
      { name: 'latest_sort', keys: { isLatest: 1, sort: -1, createTime: -1 } },
      { name: 'latest_time', keys: { isLatest: 1, createTime: -1 } },
      { name: 'latest_status_sort', keys: { isLatest: 1, status: 1, sort: -1, createTime: -1 } },
      { name: 'latest_size_sort', keys: { isLatest: 1, sizeId: 1, sort: -1, createTime: -1 } },
      { name: 'latest_paper_sort', keys: { isLatest: 1, paper: 1, sort: -1, createTime: -1 } },
      { name: 'status_time', keys: { status: 1, createTime: -1 } },
      { name: 'size_status', keys: { sizeId: 1, status: 1, createTime: -1 } },
      { name: 'line', keys: { lineId: 1, createTime: -1 } },
      // Size and paper for the newest version, otherwise the version's own id: one price line for each size and paper.
      { name: 'slot', keys: { slot: 1 }, unique: true },
    ],
  },
  {
    name: 'activationBatches',
    acl: 'ADMINONLY',
    indexes: [
      byTime,
      { name: 'batchNo', keys: { batchNo: 1 }, unique: true },
      { name: 'status_time', keys: { status: 1, createTime: -1 } },
      { name: 'channel_time', keys: { channel: 1, createTime: -1 } },
      { name: 'expire', keys: { expireTime: 1 } },
      { name: 'job', keys: { 'job.kind': 1, createTime: -1 } },
      { name: 'grams', keys: { grams: 1 } },
    ],
  },
  {
    name: 'activationCodes',
    acl: 'ADMINONLY',
    indexes: [
      byTime,
      /** Of the code's hash; the code itself is stored encrypted. */
      { name: 'codeHash', keys: { codeHash: 1 }, unique: true },
      { name: 'tail', keys: { tail: 1, createTime: -1 } },
      { name: 'batch_serial', keys: { batchId: 1, serial: 1 } },
      { name: 'serial', keys: { serial: 1 } },
      { name: 'status_serial', keys: { status: 1, serial: 1 } },
      { name: 'batch_time', keys: { batchId: 1, createTime: -1 } },
      { name: 'batch_status_time', keys: { batchId: 1, status: 1, createTime: -1 } },
      { name: 'status_time', keys: { status: 1, createTime: -1 } },
      { name: 'status_expire', keys: { status: 1, expireTime: 1 } },
      { name: 'status_used', keys: { status: 1, usedTime: -1 } },
      { name: 'usedTime', keys: { usedTime: -1 } },
      { name: 'user_time', keys: { 'usedBy.userId': 1, usedTime: -1 } },
    ],
  },
  {
    name: 'files',
    acl: 'ADMINONLY',
    indexes: [
      unaudited,
      byTime,
      { name: 'filePath', keys: { filePath: 1 }, unique: true },
      { name: 'status_time', keys: { status: 1, createTime: -1 } },
      { name: 'status_scene_time', keys: { status: 1, scene: 1, createTime: -1 } },
      { name: 'user_time', keys: { userId: 1, createTime: -1 } },
      { name: 'sha256', keys: { sha256: 1 } },
      { name: 'purge', keys: { status: 1, purgeTime: 1 } },
      { name: 'status_unused_time', keys: { status: 1, unused: 1, createTime: -1 } },
      { name: 'status_duplicate_time', keys: { status: 1, isDuplicate: 1, createTime: -1 } },
      { name: 'status_unused_scene', keys: { status: 1, unused: 1, scene: 1, createTime: -1 } },
      {
        name: 'status_duplicate_scene',
        keys: { status: 1, isDuplicate: 1, scene: 1, createTime: -1 },
      },
      { name: 'status_size', keys: { status: 1, sizeBytes: -1, createTime: -1 } },
      { name: 'grams', keys: { grams: 1 } },
    ],
  },
  {
    name: 'videos',
    acl: 'ADMINONLY',
    indexes: [
      unaudited,
      byTime,
      { name: 'fileId', keys: { fileId: 1 }, unique: true },
      { name: 'status_time', keys: { status: 1, createTime: -1 } },
      { name: 'status_poll', keys: { status: 1, nextPollTime: 1 } },
      { name: 'size', keys: { sizeBytes: -1 } },
      { name: 'duration', keys: { durationSec: -1 } },
      { name: 'grams', keys: { grams: 1 } },
    ],
  },
  {
    name: 'apiKeys',
    acl: 'ADMINONLY',
    indexes: [
      unaudited,
      byTime,
      { name: 'fingerprint', keys: { fingerprint: 1 }, unique: true },
      { name: 'pool_status', keys: { pool: 1, status: 1, weight: -1 } },
      { name: 'status_time', keys: { status: 1, createTime: -1 } },
    ],
  },
  {
    name: 'apiKeyUsageDaily',
    acl: 'ADMINONLY',
    indexes: [{ name: 'key_day', keys: { apiKeyId: 1, day: -1 } }],
  },
  {
    name: 'exports',
    acl: 'ADMINONLY',
    indexes: [
      unaudited,
      { name: 'admin_time', keys: { adminId: 1, createTime: -1 } },
      { name: 'status_time', keys: { status: 1, createTime: -1 } },
      { name: 'admin_status_time', keys: { adminId: 1, status: 1, createTime: -1 } },
      { name: 'status_claim', keys: { status: 1, claimUntil: 1 } },
      { name: 'status_purge', keys: { status: 1, purgeTime: 1 } },
    ],
  },
  /** Payment, refund and other callbacks, `_id` = the sender's id, so that a repetition is recognised. */
  { name: 'webhookEvents', acl: 'ADMINONLY', indexes: [byTime] },
  /** Figures of the dashboard; `part` is what is read together, see `cloudfunctions/_shared/counting/counters.ts`. */
  { name: 'counters', acl: 'ADMINONLY', indexes: [{ name: 'part', keys: { part: 1, day: 1 } }] },
] as const satisfies CollectionDefinition[];

type Entity = (typeof entities)[keyof typeof entities];
export type CollectionName = (typeof declared)[number]['name'] | Entity['collection'];

/** The collection of an entity that none is declared for above: each order, each filter in the first order, the search. */
const collectionOf = ({ collection, sorts, filter, search, pictures }: Entity) => ({
  name: collection,
  acl: 'ADMINONLY' as const,
  indexes: [
    unaudited,
    ...[...new Set(['createTime', ...sorts])].map(name => ({
      name,
      keys: { [name]: -1 as const },
    })),
    ...Object.keys(filter)
      .filter(name => name !== 'ids')
      .map(name => ({
        name: `${name}_${sorts[0]}`,
        keys: { [name]: 1 as const, [sorts[0]]: -1 as const },
      })),
    ...[...(search ? ['grams'] : []), ...(pictures.length > 0 ? ['files'] : [])].map(name => ({
      name,
      keys: { [name]: 1 as const },
    })),
  ],
});
const others = Object.values(entities)
  .filter(({ collection }) => !declared.some(({ name }) => name === collection))
  .map(collectionOf);

/**
 * Every list breaks ties by time and then by id (`crud.ts`), and so does every index that may serve one: the index
 * alone then finds a page far down the list.
 */
const withTieBreak = (index: IndexDefinition): IndexDefinition => {
  if (index.unique) return index;
  const direction = Object.values(index.keys).at(-1) ?? -1;
  return {
    ...index,
    keys: { ...index.keys, createTime: index.keys['createTime'] ?? direction, _id: direction },
  };
};

export const collections: (CollectionDefinition & { name: CollectionName })[] = [
  ...declared,
  ...others,
].map(collection => ({ ...collection, indexes: collection.indexes.map(withTieBreak) }));

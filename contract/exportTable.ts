import type { Action, Actions, Choice } from './action.ts';
import { apiKeyEntity, apiKeyKinds, apiKeyRegions, apiKeyStatuses } from './apiKey.ts';
import { auditLogEntity, auditResults } from './auditLog.ts';
import { categoryEntity, enabledStatuses } from './category.ts';
import type { CollectionName } from './collections.ts';
import { creditBuckets, ledgerKinds } from './creditLedger.ts';
import { feedbackEntity, feedbackStatuses } from './feedback.ts';
import { feedbackTopics } from './feedbackTopics.ts';
import { adminStorageActions, fileScenes, fileStatuses } from './file.ts';
import { keywordEntity, keywordTypes } from './keyword.ts';
import { localAppEntity } from './localApp.ts';
import {
  fulfilStatuses,
  orderEntity,
  orderRefundStatuses,
  orderStatuses,
  orderTypes,
  uploadStatuses,
} from './order.ts';
import { packageEntity, packageStatuses, packageTypes } from './package.ts';
import { packagePriceEntity, type PriceTier } from './packagePrice.ts';
import { payChannels } from './payChannels.ts';
import { presetEntity } from './preset.ts';
import { logisticsStatuses, printOrderEntity } from './printOrder.ts';
import { printOrderStatuses } from './printOrderStates.ts';
import { printPapers } from './printPapers.ts';
import { quickFunctionEntity, quickTargets } from './quickFunction.ts';
import {
  differenceKinds,
  differenceStatuses,
  reconciliationDayEntity,
  reconciliationDifferenceEntity,
  reconciliationStatuses,
} from './reconciliation.ts';
import { afterVoidStates, refundEntity, refundStatuses } from './refund.ts';
import { taskEntity, taskErrorChoices } from './task.ts';
import { taskStatuses } from './taskStates.ts';
import { suspended, templateEngines, templateEntity, templateStatuses } from './template.ts';
import { userChannels, userEntity, userStatuses } from './user.ts';
import { adminUserActions } from './userActions.ts';

/** How a value is written: fen as yuan, instants as Shanghai time, enumerations and codes of the audit log in words. */
export interface ExportColumn {
  /** Dotted path within the record as the list shows it. */
  path: string;
  label: string;
  kind: 'text' | 'number' | 'fen' | 'time' | 'flag' | 'list' | 'audit' | 'choice';
  choices?: Readonly<Record<string, Pick<Choice, 'label'>>>;
  /** One entry of a list, where it is not text. */
  item?: (value: unknown) => string;
}

/** How the file's head says what was filtered, where no column of the same path says it. */
export type ExportFilter =
  | Omit<ExportColumn, 'path'>
  /** The filter holds ids; people know the records by this field. */
  | { kind: 'name'; label: string; of: CollectionName; field: string };

/** What the file's head says about all rows, or about those of one status; the list shows the same above its rows. */
export interface ExportSum {
  label: string;
  /** The field that is summed, in fen; without it the rows are counted. */
  path?: string;
  status?: string;
}

export interface ExportableResource {
  label: string;
  /** The list's action: its filter selects the records, its output schema limits what is exported. */
  list: Action;
  collection: CollectionName;
  /** The field searched by `q`; the same as in the list. */
  searchField?: string | undefined;
  /** Default filter of the list. */
  assumed?: Record<string, unknown>;
  columns: readonly ExportColumn[];
  filters?: Readonly<Record<string, ExportFilter>>;
  sums?: readonly ExportSum[];
}

type Kind = Exclude<ExportColumn['kind'], 'choice'>;
const column =
  (kind: Kind) =>
  (path: string, label: string): ExportColumn => ({ path, label, kind });
const text = column('text');
const number = column('number');
const yuan = column('fen');
const time = column('time');
const flag = column('flag');
const auditWord = column('audit');
const list = (path: string, label: string, item?: (value: unknown) => string): ExportColumn => ({
  path,
  label,
  kind: 'list',
  ...(item && { item }),
});
const choice = (
  path: string,
  label: string,
  choices: Readonly<Record<string, Choice>>,
): ExportColumn => ({ path, label, kind: 'choice', choices });

const nameOf = (label: string, of: CollectionName, field = 'name'): ExportFilter => ({
  kind: 'name',
  label,
  of,
  field,
});
const ofUser = nameOf('用户', 'users', 'nickName');
const ofTemplate = nameOf('模板', 'templates');

const id = text('_id', '编号');
const created = time('createTime', '创建时间');
const updated = time('updateTime', '更新时间');
const enabled = choice('status', '状态', enabledStatuses);

const tierText = (tier: unknown) => {
  const { minQty, unitFen } = tier as PriceTier;
  return `${minQty} 张起 ${(unitFen / 100).toFixed(2)}`;
};

interface ListedEntity {
  collection: string;
  search: string | true | undefined;
  names: { list: { name: string } };
  actions: Actions;
}

const ofEntity = (
  label: string,
  { collection, search, names, actions }: ListedEntity,
  columns: readonly ExportColumn[],
  more: Pick<ExportableResource, 'assumed' | 'filters' | 'sums'> = {},
): ExportableResource => ({
  label,
  list: actions[names.list.name]!,
  collection: collection as CollectionName,
  searchField: typeof search === 'string' ? search : undefined,
  columns,
  ...more,
});

/** What can be exported, by route. A new resource is one entry: its list, collection and columns. */
export const exportTable = {
  templates: ofEntity(
    '模板',
    templateEntity,
    [
      id,
      text('name', '名称'),
      text('subtitle', '副标题'),
      choice('status', '状态', templateStatuses),
      choice('engine', '引擎', templateEngines),
      list('categoryIds', '分类'),
      list('keywordIds', '关键词'),
      text('workflowId', '工作流编号'),
      number('costCredits', '消耗积分'),
      yuan('priceFen', '单次价（元）'),
      flag('vipOnly', '会员专享'),
      flag('isRecommend', '推荐'),
      flag('isNew', '新品'),
      number('sort', '排序'),
      number('stats.useCount', '使用次数'),
      number('stats.successCount', '成功次数'),
      number('stats.failCount', '失败次数'),
      time('publishTime', '上线时间'),
      created,
      updated,
    ],
    {
      filters: {
        categoryIds: nameOf('分类', 'categories'),
        keywordIds: nameOf('关键词', 'keywords', 'word'),
        suspended: { kind: 'choice', label: '服务情况', choices: { true: suspended } },
      },
    },
  ),
  'templates/presets': ofEntity(
    '模板预设',
    presetEntity,
    [
      id,
      text('name', '名称'),
      text('templateId', '模板编号'),
      enabled,
      flag('isDefault', '默认'),
      flag('needsReview', '待检查'),
      text('prompt', '提示词'),
      text('negativePrompt', '反向提示词'),
      list('tags', '标签'),
      number('sort', '排序'),
      number('useCount', '使用次数'),
      created,
      updated,
    ],
    { filters: { templateId: ofTemplate } },
  ),
  'templates/quick-functions': ofEntity('快捷入口', quickFunctionEntity, [
    id,
    text('title', '标题'),
    choice('targetType', '类型', quickTargets),
    text('targetId', '目标编号'),
    text('path', '路径'),
    enabled,
    number('sort', '排序'),
    number('clickCount', '点击次数'),
    created,
    updated,
  ]),
  packages: ofEntity('套餐', packageEntity, [
    id,
    text('name', '名称'),
    choice('type', '类型', packageTypes),
    number('credits', '积分'),
    number('giftCredits', '赠送积分'),
    number('days', '会员天数'),
    yuan('priceFen', '售价（元）'),
    yuan('originPriceFen', '划线原价（元）'),
    text('badge', '角标'),
    choice('status', '状态', packageStatuses),
    number('soldCount', '已售'),
    time('lastSoldTime', '最近售出'),
    number('sort', '排序'),
    created,
    updated,
  ]),
  'local-app-templates': ofEntity(
    '本地应用',
    localAppEntity,
    [
      id,
      text('appCode', '应用标识'),
      text('name', '名称'),
      text('description', '说明'),
      text('categoryId', '分类编号'),
      enabled,
      flag('isRecommend', '推荐'),
      number('costCredits', '消耗积分'),
      number('useCount', '使用次数'),
      created,
      updated,
    ],
    { filters: { categoryId: nameOf('分类', 'localAppCategories') } },
  ),
  categories: ofEntity(
    '分类',
    categoryEntity,
    [
      id,
      text('name', '名称'),
      text('parentId', '上级编号'),
      text('description', '说明'),
      enabled,
      number('sort', '排序'),
      created,
      updated,
    ],
    { filters: { parentId: nameOf('上级', 'categories') } },
  ),
  keywords: ofEntity(
    '关键词',
    keywordEntity,
    [
      id,
      text('word', '关键词'),
      choice('type', '类型', keywordTypes),
      list('aliases', '别名'),
      number('weight', '权重'),
      enabled,
      created,
      updated,
    ],
    { filters: { norm: { kind: 'list', label: '关键词' } } },
  ),
  images: {
    label: '图片',
    list: adminStorageActions.getImages,
    collection: 'files',
    searchField: 'name',
    assumed: { status: 'active' },
    columns: [
      text('filePath', '路径'),
      text('name', '文件名'),
      choice('scene', '用途', fileScenes),
      text('mime', '格式'),
      number('sizeBytes', '字节数'),
      number('width', '宽'),
      number('height', '高'),
      choice('status', '状态', fileStatuses),
      flag('unused', '未使用'),
      text('sha256', '内容指纹'),
      created,
    ],
    filters: { isDuplicate: { kind: 'flag', label: '重复' }, userId: ofUser },
  },
  users: ofEntity(
    '用户',
    userEntity,
    [
      id,
      text('openid', 'openid'),
      text('nickName', '昵称'),
      text('phoneTail', '手机尾号'),
      choice('channel', '来源', userChannels),
      choice('status', '状态', userStatuses),
      text('statusReason', '原因'),
      time('disabledUntil', '停用至'),
      list('tags', '标签'),
      text('packageName', '套餐'),
      time('packageExpireTime', '套餐到期'),
      number('credits.paid', '购买积分'),
      number('credits.gift', '赠送积分'),
      number('stats.taskCount', '生成次数'),
      number('stats.orderCount', '订单数'),
      yuan('stats.paidFen', '消费（元）'),
      yuan('stats.refundFen', '退款（元）'),
      time('lastActiveTime', '最近活跃'),
      time('createTime', '注册时间'),
    ],
    { filters: { packageId: nameOf('套餐', 'packages') } },
  ),
  orders: ofEntity(
    '订单',
    orderEntity,
    [
      id,
      text('orderNo', '订单号'),
      choice('type', '类型', orderTypes),
      text('userId', '用户编号'),
      text('openid', 'openid'),
      text('userSnap.nickName', '昵称'),
      yuan('totalFen', '总额（元）'),
      yuan('discountFen', '优惠（元）'),
      yuan('payFen', '实付（元）'),
      yuan('refundedFen', '已退（元）'),
      choice('payChannel', '支付方式', payChannels),
      text('transactionId', '支付单号'),
      choice('status', '状态', orderStatuses),
      choice('refundStatus', '退款状态', orderRefundStatuses),
      choice('fulfil.status', '发放状态', fulfilStatuses),
      time('payTime', '支付时间'),
      text('remark', '用户备注'),
      time('createTime', '下单时间'),
    ],
    {
      filters: {
        userId: ofUser,
        fulfilStatus: { kind: 'choice', label: '发放状态', choices: fulfilStatuses },
        uploadStatus: { kind: 'choice', label: '发货同步', choices: uploadStatuses },
        packageId: nameOf('套餐', 'packages'),
      },
    },
  ),
  refunds: ofEntity(
    '退款记录',
    refundEntity,
    [
      id,
      text('orderNo', '订单号'),
      text('userId', '用户编号'),
      text('userSnap.nickName', '昵称'),
      text('openid', 'openid'),
      yuan('orderPayFen', '订单实付（元）'),
      yuan('amountFen', '退款金额（元）'),
      choice('payChannel', '支付方式', payChannels),
      choice('status', '状态', refundStatuses),
      text('reasonCode', '原因类别'),
      text('reason', '原因'),
      text('internalNote', '内部备注'),
      number('clawedBack.paid', '收回购买积分'),
      number('clawedBack.gift', '收回赠送积分'),
      number('clawedBack.packageDays', '收回会员天数'),
      text('applyBy', '申请人'),
      text('refundId', '微信退款单号'),
      text('userReceivedAccount', '退款入账账户'),
      text('failure', '失败原因'),
      choice('afterVoid', '作废后', afterVoidStates),
      time('createTime', '发起时间'),
      time('successTime', '到账时间'),
    ],
    {
      filters: { userId: ofUser, orderId: nameOf('订单号', 'orders', 'orderNo') },
      sums: [
        { label: '退款合计（元）', path: 'amountFen' },
        { label: '其中已退款笔数', status: 'success' },
        { label: '其中已退款（元）', path: 'amountFen', status: 'success' },
      ],
    },
  ),
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
  'api-keys': ofEntity(
    'API Key',
    apiKeyEntity,
    [
      id,
      text('name', '名称'),
      text('keyMask', '密钥尾号'),
      choice('region', '站点', apiKeyRegions),
      choice('kind', '类型', apiKeyKinds),
      text('pool', '分组'),
      choice('status', '状态', apiKeyStatuses),
      number('maxConcurrency', '最大并发'),
      number('weight', '权重'),
      number('remainCoins', '剩余币'),
      yuan('remainMoneyFen', '剩余金额（元）'),
      number('lowCoins', '余额提醒'),
      number('dailyCoinsCap', '每日上限'),
      number('lastErrorCode', '最近错误代码'),
      time('lastErrorTime', '最近错误时间'),
      time('lastCheckTime', '最近检测'),
      text('remark', '备注'),
      created,
    ],
    { filters: { low: { kind: 'flag', label: '余额低' } } },
  ),
  'users/credits': {
    label: '积分流水',
    list: adminUserActions.getCreditLedger,
    collection: 'creditLedger',
    columns: [
      created,
      text('userId', '用户编号'),
      choice('kind', '类别', ledgerKinds),
      choice('bucket', '积分类型', creditBuckets),
      number('delta', '变动'),
      number('balanceAfter', '变动后余额'),
      text('reason', '说明'),
      text('refType', '来源'),
      text('refId', '来源编号'),
      text('operator', '操作人'),
      id,
    ],
    filters: { userId: ofUser },
  },
  tasks: ofEntity(
    '生成任务',
    taskEntity,
    [
      id,
      text('taskNo', '任务编号'),
      text('rhTaskId', '服务方任务编号'),
      text('userId', '用户编号'),
      text('openid', 'openid'),
      text('templateId', '模板编号'),
      text('templateSnap.name', '模板'),
      choice('templateSnap.engine', '生成方式', templateEngines),
      choice('status', '状态', taskStatuses),
      flag('isTrial', '试跑'),
      text('apiKeyId', '密钥编号'),
      text('errorText', '失败原因'),
      text('errorCode', '错误代码'),
      text('cancelReason', '取消原因'),
      number('costCredits', '消耗积分'),
      flag('isRefunded', '积分已退回'),
      text('refundReason', '退回原因'),
      number('costSec', '耗时（秒）'),
      number('coins', '消耗币'),
      flag('maybeCharged', '可能已扣费'),
      number('attempts', '尝试次数'),
      number('rating', '用户评分'),
      time('createTime', '提交时间'),
      time('submitTime', '开始处理'),
      time('finishTime', '结束时间'),
    ],
    {
      filters: {
        userId: ofUser,
        templateId: ofTemplate,
        apiKeyId: nameOf('密钥', 'apiKeys'),
        errorCode: { kind: 'choice', label: '失败原因', choices: taskErrorChoices },
      },
    },
  ),
  feedback: ofEntity(
    '投诉与反馈',
    feedbackEntity,
    [
      id,
      choice('topic', '类型', feedbackTopics),
      text('text', '内容'),
      text('contact', '联系方式'),
      choice('status', '状态', feedbackStatuses),
      text('userId', '用户编号'),
      text('taskId', '任务编号'),
      text('templateId', '模板编号'),
      text('templateName', '模板'),
      text('reply', '处理结果'),
      text('handledBy', '处理人'),
      time('handledTime', '处理时间'),
      time('createTime', '提交时间'),
    ],
    { filters: { userId: ofUser, templateId: ofTemplate } },
  ),
  reconciliation: ofEntity(
    '对账',
    reconciliationDayEntity,
    [
      text('_id', '日期'),
      choice('status', '状态', reconciliationStatuses),
      number('there.paidCount', '账单收款笔数'),
      yuan('there.paidFen', '账单收款（元）'),
      number('ours.paidCount', '系统收款笔数'),
      yuan('ours.paidFen', '系统收款（元）'),
      number('there.refundCount', '账单退款笔数'),
      yuan('there.refundedFen', '账单退款（元）'),
      number('ours.refundCount', '系统退款笔数'),
      yuan('ours.refundedFen', '系统退款（元）'),
      yuan('feeFen', '手续费（元）'),
      number('openCount', '待处理差异'),
      number('waitingCount', '待次日账单'),
      number('closedCount', '已说明差异'),
      time('finishTime', '核对时间'),
    ],
    { filters: { dayTime: { kind: 'time', label: '日期' } } },
  ),
  'reconciliation/differences': ofEntity(
    '对账差异',
    reconciliationDifferenceEntity,
    [
      text('day', '日期'),
      choice('kind', '差异', differenceKinds),
      choice('status', '状态', differenceStatuses),
      text('number', '单号'),
      text('orderNo', '订单号'),
      text('gatewayNo', '微信支付单号'),
      yuan('billFen', '账单金额（元）'),
      yuan('ownFen', '系统金额（元）'),
      time('billTime', '账单时间'),
      time('ownTime', '系统时间'),
      text('note', '说明'),
      text('closeBy', '说明人'),
      time('closeTime', '说明时间'),
      text('resolution', '消除方式'),
      time('resolveTime', '消除时间'),
    ],
    { filters: { dayTime: { kind: 'time', label: '日期' } } },
  ),
  'audit-logs': ofEntity(
    '操作日志',
    auditLogEntity,
    [
      id,
      created,
      text('adminName', '管理员'),
      auditWord('function', '功能'),
      auditWord('action', '操作'),
      auditWord('resource', '对象'),
      text('resourceId', '对象编号'),
      list('diff', '变化'),
      text('reason', '原因'),
      choice('result', '结果', auditResults),
      text('ip', '地址'),
    ],
    { filters: { adminId: nameOf('管理员', 'admins', 'username') } },
  ),
} as const satisfies Record<string, ExportableResource>;

export type ExportResourceName = keyof typeof exportTable;
export const exportable = (name: string): ExportableResource | undefined =>
  Object.hasOwn(exportTable, name) ? exportTable[name as ExportResourceName] : undefined;

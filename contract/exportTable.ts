import type { Action, Actions, Choice } from './action.ts';
import { auditLogEntity, auditResults } from './auditLog.ts';
import { categoryEntity, enabledStatuses } from './category.ts';
import type { CollectionName } from './collections.ts';
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
} from './order.ts';
import { payChannels } from './payChannels.ts';
import { presetEntity } from './preset.ts';
import { printOrderEntity } from './printOrder.ts';
import { printOrderStatuses } from './printOrderStates.ts';
import { quickFunctionEntity, quickTargets } from './quickFunction.ts';
import {
  differenceKinds,
  differenceStatuses,
  reconciliationDayEntity,
  reconciliationDifferenceEntity,
  reconciliationStatuses,
} from './reconciliation.ts';
import { refundEntity, refundStatuses } from './refund.ts';
import { taskEntity } from './task.ts';
import { taskStatuses } from './taskStates.ts';
import { templateEngines, templateEntity, templateStatuses } from './template.ts';
import { userChannels, userEntity, userStatuses } from './user.ts';

/** How a value is written: fen as yuan, instants as Shanghai time, enumerations by their label. */
export interface ExportColumn {
  /** Dotted path within the record as the list shows it. */
  path: string;
  label: string;
  kind: 'text' | 'number' | 'fen' | 'time' | 'flag' | 'list' | 'choice';
  choices?: Readonly<Record<string, Choice>>;
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
const list = column('list');
const choice = (
  path: string,
  label: string,
  choices: Readonly<Record<string, Choice>>,
): ExportColumn => ({ path, label, kind: 'choice', choices });

const id = text('_id', '编号');
const created = time('createTime', '创建时间');
const updated = time('updateTime', '更新时间');
const enabled = choice('status', '状态', enabledStatuses);

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
): ExportableResource => ({
  label,
  list: actions[names.list.name]!,
  collection: collection as CollectionName,
  searchField: typeof search === 'string' ? search : undefined,
  columns,
});

/** What can be exported, by route. A new resource is one entry: its list, collection and columns. */
export const exportTable = {
  templates: ofEntity('模板', templateEntity, [
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
  ]),
  'templates/presets': ofEntity('模板预设', presetEntity, [
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
  ]),
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
  'local-app-templates': ofEntity('本地应用', localAppEntity, [
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
  ]),
  categories: ofEntity('分类', categoryEntity, [
    id,
    text('name', '名称'),
    text('parentId', '上级编号'),
    text('description', '说明'),
    enabled,
    number('sort', '排序'),
    created,
    updated,
  ]),
  keywords: ofEntity('关键词', keywordEntity, [
    id,
    text('word', '关键词'),
    choice('type', '类型', keywordTypes),
    list('aliases', '别名'),
    number('weight', '权重'),
    enabled,
    created,
    updated,
  ]),
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
  },
  users: ofEntity('用户', userEntity, [
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
    created,
  ]),
  orders: ofEntity('订单', orderEntity, [
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
    created,
  ]),
  refunds: ofEntity('退款', refundEntity, [
    text('_id', '退款单号'),
    text('orderNo', '订单号'),
    text('userId', '用户编号'),
    text('userSnap.nickName', '昵称'),
    yuan('amountFen', '退款金额（元）'),
    yuan('orderPayFen', '订单实付（元）'),
    choice('payChannel', '支付方式', payChannels),
    choice('status', '状态', refundStatuses),
    text('reasonCode', '原因'),
    text('reason', '说明'),
    text('internalNote', '内部备注'),
    text('applyBy', '发起人'),
    text('refundId', '微信退款单号'),
    text('userReceivedAccount', '退款入账账户'),
    created,
    time('successTime', '到账时间'),
  ]),
  'print-orders': ofEntity('冲印订单', printOrderEntity, [
    id,
    text('printNo', '冲印单号'),
    text('orderNo', '订单号'),
    text('userId', '用户编号'),
    number('photoCount', '张数'),
    yuan('goodsFen', '商品（元）'),
    yuan('shippingFen', '运费（元）'),
    yuan('payFen', '实付（元）'),
    choice('status', '状态', printOrderStatuses),
    text('batchNo', '批次'),
    text('expressCompany', '快递'),
    text('expressNo', '运单号'),
    time('slaTime', '应发货时间'),
    time('shipTime', '发货时间'),
    flag('overdue', '逾期'),
    created,
  ]),
  tasks: ofEntity('生成任务', taskEntity, [
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
  ]),
  feedback: ofEntity('投诉与反馈', feedbackEntity, [
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
  ]),
  reconciliation: ofEntity('对账', reconciliationDayEntity, [
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
  ]),
  'reconciliation/differences': ofEntity('对账差异', reconciliationDifferenceEntity, [
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
  ]),
  'audit-logs': ofEntity('操作日志', auditLogEntity, [
    id,
    created,
    text('adminName', '管理员'),
    text('function', '功能'),
    text('action', '操作'),
    text('resource', '对象'),
    text('resourceId', '对象编号'),
    list('diff', '变化'),
    text('reason', '原因'),
    choice('result', '结果', auditResults),
    text('ip', '地址'),
  ]),
} as const satisfies Record<string, ExportableResource>;

export type ExportResourceName = keyof typeof exportTable;
export const exportable = (name: string): ExportableResource | undefined =>
  Object.hasOwn(exportTable, name) ? exportTable[name as ExportResourceName] : undefined;

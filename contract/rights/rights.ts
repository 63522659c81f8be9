import { approvalRights, kindOfApproval } from './approvals.ts';

/**
 * What a role may be given. An area has the name of its first resource; a right is `<area>.<word>`. `read` opens what
 * the area shows, `write` makes and changes, the others are the acts that cost money or show what is hidden elsewhere.
 */
export const areas = {
  dashboard: { label: '仪表盘', rights: { read: '查看' } },
  templates: {
    label: '模板、分类、本地应用和快捷入口',
    rights: { read: '查看', write: '新建和修改' },
  },
  keywords: { label: '关键词', rights: { read: '查看', write: '新建和修改' } },
  images: { label: '图片和视频', rights: { read: '查看', write: '上传、修改和删除' } },
  users: {
    label: '用户',
    rights: {
      read: '查看',
      write: '启用、停用、备注和标签',
      credits: '调整积分',
      contact: '查看联系方式',
      pictures: '查看用户图片',
      export: '导出',
    },
  },
  orders: {
    label: '订单和退款',
    rights: {
      read: '查看',
      write: '备注、关闭和补处理',
      refund: '退款',
      offline: '确认线下收款',
      invoice: '开票和红冲',
      export: '导出',
    },
  },
  approvals: { label: '审批', rights: { read: '查看', decide: '通过和驳回' } },
  packages: { label: '套餐', rights: { read: '查看', write: '新建和修改' } },
  'print-orders': {
    label: '冲印订单',
    rights: {
      read: '查看',
      write: '制作、发货和补印',
      address: '查看和修改完整收件信息',
      export: '导出',
    },
  },
  'print-size-config': {
    label: '照片尺寸和冲印价格',
    rights: { read: '查看', write: '新建和修改' },
  },
  reconciliation: { label: '对账', rights: { read: '查看', write: '处理差异', export: '导出' } },
  tasks: {
    label: '生成任务',
    rights: { read: '查看', write: '审核、重试、取消和退回积分', export: '导出' },
  },
  compensations: { label: '批量补偿', rights: { read: '查看', write: '发放' } },
  feedback: { label: '投诉与反馈', rights: { read: '查看', write: '处理和回复', export: '导出' } },
  messages: { label: '消息', rights: { read: '查看', write: '发送' } },
  'activation-codes': {
    label: '激活码',
    rights: {
      read: '查看',
      write: '新建、停用和延期',
      redeem: '代兑',
      reveal: '查看和导出完整激活码',
    },
  },
  'api-keys': { label: '密钥', rights: { read: '查看', write: '新建、修改和测试' } },
  settings: {
    label: '系统设置',
    rights: { read: '查看', write: '修改', secrets: '查看和修改支付与通知设置' },
  },
  administrators: { label: '管理员和角色', rights: { read: '查看', write: '新建和修改' } },
  'audit-logs': { label: '操作日志', rights: { read: '查看', export: '导出' } },
} as const;

export type Area = keyof typeof areas;
type RightOf<A extends Area> = `${A}.${keyof (typeof areas)[A]['rights'] & string}`;
export type Right = { [A in Area]: RightOf<A> }[Area];

const rightsOf = (area: Area) => Object.keys(areas[area].rights).map(word => `${area}.${word}`);
export const allRights = (Object.keys(areas) as Area[]).flatMap(rightsOf) as Right[];

export const isRight = (name: string): name is Right => (allRights as string[]).includes(name);

/** Where an area has the resources of several, and none has its name. */
const areaOfResource: Readonly<Record<string, Area>> = {
  categories: 'templates',
  'local-app-templates': 'templates',
  'local-app-categories': 'templates',
  videos: 'images',
  credits: 'users',
  refunds: 'orders',
  'package-prices': 'print-size-config',
  'system-status': 'settings',
  'yearly-duties': 'settings',
};

const isArea = (name: string): name is Area => Object.hasOwn(areas, name);

/** The area of a resource by its route, `templates/presets`; null for one that is no part of the product. */
export const areaOf = (resource: string): Area | null => {
  const first = resource.split('/')[0] ?? '';
  return areaOfResource[first] ?? (isArea(first) ? first : null);
};

/** What react-admin calls its actions; any other name is that of a right. */
const standardActions: Readonly<Record<string, string>> = {
  list: 'read',
  show: 'read',
  create: 'write',
  edit: 'write',
  clone: 'write',
  delete: 'write',
};

/**
 * Whether rights admit react-admin's action on a resource. A resource that is no part of the product is admitted: what
 * its own functions refuse is theirs. A list is exported by all who see it, unless the area has a right for that.
 */
export const admits = (
  rights: ReadonlySet<string>,
  { resource, action }: { resource: string; action: string },
): boolean => {
  const area = areaOf(resource);
  if (!area) return true;
  if (action === 'export') return rights.has(exportRightOf(area));
  return rights.has(`${area}.${standardActions[action] ?? action}`);
};

/** What a page takes, by its address below the management side: `/settings?tab=payment`. */
export const accessTo = (address: string): { resource: string; action: string } => {
  const [path = '', search] = address.split('?');
  const [, resource = '', ...rest] = path.split('/');
  const last = rest.at(-1) ?? '';
  const tab = new URLSearchParams(search).get('tab') ?? '';
  if (resource === 'settings' && secretSettings.includes(tab))
    return { resource, action: 'secrets' };
  return { resource, action: last === 'create' || last.startsWith('import') ? 'edit' : 'list' };
};

const exportRightOf = (area: Area): Right => {
  const own = `${area}.export`;
  return isRight(own) ? own : (`${area}.read` as Right);
};

/** What a resource is exported with, by its route; of a damaged job that may be anything. */
export const rightToExport = (resource: string): Right => {
  const area = areaOf(String(resource));
  return area ? exportRightOf(area) : 'audit-logs.export';
};

/** Where each kind of record belongs: what its actions take, and what reading of it in the audit log does. */
export const areaOfKind = {
  template: 'templates',
  preset: 'templates',
  quickFunction: 'templates',
  category: 'templates',
  localApp: 'templates',
  localAppCategory: 'templates',
  keyword: 'keywords',
  searchMiss: 'keywords',
  file: 'images',
  video: 'images',
  user: 'users',
  order: 'orders',
  refund: 'orders',
  approval: 'approvals',
  package: 'packages',
  printOrder: 'print-orders',
  printArchive: 'print-orders',
  printSize: 'print-size-config',
  packagePrice: 'print-size-config',
  reconciliation: 'reconciliation',
  reconciliationDifference: 'reconciliation',
  task: 'tasks',
  compensation: 'compensations',
  compensationRow: 'compensations',
  feedback: 'feedback',
  message: 'messages',
  activationBatch: 'activation-codes',
  activationCode: 'activation-codes',
  apiKey: 'api-keys',
  setting: 'settings',
  admin: 'administrators',
  role: 'administrators',
  session: 'administrators',
  savedView: 'administrators',
  export: 'audit-logs',
  auditLog: 'audit-logs',
} as const satisfies Record<string, Area>;
export type Kind = keyof typeof areaOfKind;

const isKind = (kind: string): kind is Kind => Object.hasOwn(areaOfKind, kind);

/** Their settings hold keys of others. */
export const secretSettings: readonly string[] = ['payment', 'notification'];

/** What reading about a record takes, in the audit log as on its pages; null for an unknown kind. */
export const rightsToRead = (kind: string, recordId = ''): readonly Right[] | null => {
  if (kind === 'setting' && secretSettings.includes(recordId)) return ['settings.secrets'];
  if (!isKind(kind)) return null;
  const about = kind === 'approval' ? kindOfApproval(recordId) : null;
  return [`${areaOfKind[kind]}.read`, ...(about ? [approvalRights[about].read] : [])];
};

/** What reading about all records of a kind takes. */
const rightsToReadAll = (kind: Kind): string[] => [
  `${areaOfKind[kind]}.read`,
  ...(kind === 'setting' ? ['settings.secrets'] : []),
  ...(kind === 'approval' ? Object.values(approvalRights).map(({ read }) => read) : []),
];

/** Each right as it is read alone: `订单和退款：退款`. */
export const rightChoices = Object.fromEntries(
  (Object.keys(areas) as Area[]).flatMap(area =>
    Object.entries(areas[area].rights).map(([word, label]) => [
      `${area}.${word}`,
      { label: `${areas[area].label}：${label}`, tone: 'neutral' },
    ]),
  ),
) as Record<Right, { label: string; tone: 'neutral' }>;

/** Nobody works with what they do not see: with any right of an area goes that to read. */
export const withReading = (rights: readonly Right[]): Right[] => {
  const chosen = new Set<string>(rights.flatMap(right => [right, `${right.split('.')[0]}.read`]));
  return allRights.filter(right => chosen.has(right));
};

/**
 * Of the kinds of record that are asked for, all by default, those whose rows in the audit log a role reads; undefined
 * where it reads any.
 */
export const readableAmong = (
  rights: ReadonlySet<string>,
  asked?: string | readonly string[],
): string[] | undefined => {
  // The log has no rows about itself.
  const kinds = (Object.keys(areaOfKind) as Kind[]).filter(kind => kind !== 'auditLog');
  const isRead = (kind: Kind) => rightsToReadAll(kind).every(right => rights.has(right));
  if (kinds.every(isRead)) return undefined;
  return kinds.filter(kind => isRead(kind) && (!asked || [asked].flat().includes(kind)));
};

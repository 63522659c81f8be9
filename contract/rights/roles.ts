import { FULL_ROLE } from '../constants.ts';
import { allRights, type Area, areas, type Right } from './rights.ts';

/** Up to how much the rights reach: in fen, credits or days of membership; null for no limit. A day is one of Shanghai. */
export interface RoleLimits {
  /** Limit for all refunds of one order together. */
  refundLimitFen: number | null;
  refundDayFen: number | null;
  /** For one user at once, given, returned or taken away. */
  creditLimit: number | null;
  creditDayLimit: number | null;
  /** Days of a membership. Where a role has none of its own, its limits of credits hold for days too. */
  memberDaysLimit: number | null;
  memberDaysDayLimit: number | null;
}

export const noLimits: RoleLimits = {
  refundLimitFen: null,
  refundDayFen: null,
  creditLimit: null,
  creditDayLimit: null,
  memberDaysLimit: null,
  memberDaysDayLimit: null,
};

/** A role as it is given: what it may, and in words what it is for. */
export interface StandardRole {
  name: string;
  description: string;
  rights: readonly Right[];
  limits?: RoleLimits;
}

const of = (area: Area, ...words: string[]) => words.map(word => `${area}.${word}` as Right);
const reads = (...named: Area[]) => named.flatMap(area => of(area, 'read'));
const readsAndWrites = (...named: Area[]) => named.flatMap(area => of(area, 'read', 'write'));

/** Given with the product. Their rights cannot be changed, but copied; their limits can, except those of the full role. */
export const standardRoles = {
  [FULL_ROLE]: {
    name: '管理员',
    description: '可以进行全部操作',
    rights: allRights,
  },
  support: {
    name: '客服',
    description: '处理用户、订单、生成任务和投诉，可退款和代兑激活码',
    rights: [
      ...of('users', 'read', 'write', 'credits', 'contact', 'pictures'),
      ...of('orders', 'read', 'write', 'refund'),
      ...readsAndWrites('tasks', 'feedback', 'messages'),
      ...of('activation-codes', 'redeem'),
      ...reads('templates', 'packages', 'print-orders', 'compensations', 'approvals'),
    ],
    limits: {
      refundLimitFen: 20_000,
      refundDayFen: 200_000,
      creditLimit: 500,
      creditDayLimit: 5_000,
      memberDaysLimit: 31,
      memberDaysDayLimit: 310,
    },
  },
  operator: {
    name: '运营',
    description: '管理模板、关键词、图片、套餐和消息，查看运营数据',
    rights: [
      ...readsAndWrites('templates', 'keywords', 'images', 'packages', 'messages'),
      ...reads('dashboard', 'tasks', 'users', 'feedback', 'activation-codes'),
    ],
  },
  printer: {
    name: '冲印',
    description: '处理冲印订单，管理照片尺寸和冲印价格；取消已付款的冲印订单需审批',
    rights: [
      ...of('print-orders', 'read', 'write', 'address', 'export'),
      ...readsAndWrites('print-size-config'),
    ],
  },
  finance: {
    name: '财务',
    description: '处理订单、退款、发票和对账，可导出数据',
    rights: [
      ...of('orders', 'read', 'write', 'refund', 'offline', 'invoice', 'export'),
      ...of('approvals', 'read', 'decide'),
      ...of('reconciliation', 'read', 'write', 'export'),
      ...of('users', 'read', 'export'),
      ...of('print-orders', 'read', 'export'),
      ...of('tasks', 'read', 'export'),
      ...reads('dashboard', 'packages', 'compensations', 'print-size-config', 'activation-codes'),
    ],
  },
  viewer: {
    name: '只读',
    description: '可以查看，不能修改，不含支付与通知设置',
    rights: reads(...(Object.keys(areas) as Area[])),
  },
} as const satisfies Record<string, StandardRole>;
export type StandardRoleId = keyof typeof standardRoles;

export const isStandardRole = (id: string): id is StandardRoleId =>
  Object.hasOwn(standardRoles, id);

/** The limits that are stored for a role, otherwise those of a standard one as it is given. The full role has none. */
export const limitsOfRole = (id: string, stored?: Partial<RoleLimits> | null): RoleLimits => {
  const standard: StandardRole | undefined = isStandardRole(id) ? standardRoles[id] : undefined;
  const chosen = stored && id !== FULL_ROLE ? limitsIn(stored) : standard?.limits;
  const limits = { ...noLimits, ...chosen };
  return {
    ...limits,
    memberDaysLimit: limits.memberDaysLimit ?? limits.creditLimit,
    memberDaysDayLimit: limits.memberDaysDayLimit ?? limits.creditDayLimit,
  };
};

/** The limits of what a role stores. */
export const limitsIn = (stored: Partial<RoleLimits>): Partial<RoleLimits> =>
  Object.fromEntries(
    Object.keys(noLimits).map(name => [name, stored[name as keyof RoleLimits] ?? null]),
  );

/** What an administrator of a role may: of an own one, what it stores. An unknown role may nothing. */
export const rightsOfRole = (id: string, stored?: readonly string[]): readonly string[] =>
  isStandardRole(id) ? standardRoles[id].rights : (stored ?? []);

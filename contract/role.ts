import { always } from './action.ts';
import { entity, type RecordOf } from './entity.ts';
import { field } from './field.ts';
import { rightChoices } from './rights/rights.ts';
import { labelled, z } from './zod.ts';

const MOST_CREDITS = 100_000_000;
const MOST_DAYS = 36_500;

/** How many roles of its own an installation may have. */
export const MOST_ROLES = 30;

/**
 * What an administrator may. The standard ones (`rights/roles.ts`) come first in every list and are read under their fixed
 * ids. Of them only limits are stored, once they are changed.
 */
export const roleEntity = entity({
  kind: 'role',
  name: '角色',
  function: 'adminAdministrator',
  collection: 'roles',
  fields: {
    name: field.line('名称', 20),
    description: field.prose('说明', 100),
    rights: field.choices('权限', rightChoices, 1),
    /** null for no limit; what they count is in `rights/roles.ts`. */
    refundLimitFen: field.money('每笔订单退款上限').nullable().default(null),
    refundDayFen: field.money('每天退款上限').nullable().default(null),
    creditLimit: field.int('每人每次积分上限', 0, MOST_CREDITS).nullable().default(null),
    creditDayLimit: field.int('每天积分上限', 0, MOST_CREDITS).nullable().default(null),
    memberDaysLimit: field.int('每人每次会员天数上限', 0, MOST_DAYS).nullable().default(null),
    memberDaysDayLimit: field.int('每天会员天数上限', 0, MOST_CREDITS).nullable().default(null),
  },
  also: {
    isStandard: labelled('标准角色', z.boolean().default(false)),
    /** Not stored: the administrators who have it, counted on reading. */
    administratorCount: labelled('管理员数', z.int().default(0)),
  },
  filter: {},
  sorts: ['createTime'],
  uniqueName: 'name',
  actions: {
    list: { name: 'getRoles', example: { page: 1, pageSize: 100 } },
    get: { name: 'getRoleById', id: 'id', example: { id: 'role_0001' } },
    create: {
      name: 'createRole',
      example: { name: '夜班客服', rights: ['orders.read', 'users.read'] },
      asksFactor: always,
    },
    update: {
      name: 'updateRole',
      id: 'id',
      example: { id: 'role_0001', rev: 1, description: '只处理投诉' },
      asksFactor: always,
    },
    /** 40904 while an administrator has it. */
    delete: { name: 'deleteRole', id: 'id', example: { id: 'role_0002' }, asksFactor: always },
  },
});
export type Role = RecordOf<typeof roleEntity>;

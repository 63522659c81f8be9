import { adminWrite, always, byId, changeOf, type Choice, oneOrMany } from './action.ts';
import { admin, rememberedDevice, session, username } from './admin.ts';
import { FULL_ROLE } from './constants.ts';
import { entity, type RecordOf } from './entity.ts';
import { roleEntity } from './role.ts';
import { oneOf, type Transitions } from './states.ts';
import { id, idemKey, labelled, line, rev, z } from './zod.ts';

export const adminStatuses = {
  active: { label: '正常', tone: 'success' },
  disabled: { label: '已停用', tone: 'neutral' },
} as const satisfies Record<string, Choice>;
export type AdminStatus = keyof typeof adminStatuses;
const adminStatus = oneOf(adminStatuses);

const { nickName, avatar, role, lastLoginTime, oneTimeUntil, secondFactorTime } = admin.shape;

/** What administrators see of each other. */
export const administratorEntity = entity({
  kind: 'admin',
  name: '管理员',
  function: 'adminAdministrator',
  collection: 'admins',
  words: {
    createAdministrator: '新建管理员',
    setAdministratorStatus: '停用或启用管理员',
    setAdministratorRole: '更换管理员的角色',
    resetAdministratorPassword: '重置管理员密码',
    revokeAdministratorSession: '强制退出管理员的设备',
    resetSecondFactor: '重置管理员的两步验证',
    forgetAdministratorDevice: '移除管理员记住的设备',
  },
  also: {
    username: labelled('用户名', z.string()),
    nickName: labelled('姓名', nickName),
    avatar,
    status: adminStatus,
    role: labelled('角色', role),
    lastLoginTime: labelled('最近登录', lastLoginTime),
    lastLoginIp: labelled('最近登录 IP', z.string().default('')),
    oneTimeUntil,
    secondFactorTime: labelled('两步验证', secondFactorTime),
    /** Not stored: its live sessions, counted on reading. */
    deviceCount: labelled('登录设备', z.int().default(0)),
  },
  details: {
    /** Its live sessions, the latest used first. */
    sessions: z.array(session).default([]),
    rememberedDevices: z.array(rememberedDevice).default([]),
  },
  filter: { status: oneOrMany(adminStatus), role: id },
  sorts: ['createTime', 'lastLoginTime'],
  unique: ['username'],
  indexes: ['unaudited.time', 'avatar'],
  states: adminStatuses,
  transitions: {
    active: ['disabled'],
    disabled: ['active'],
  } satisfies Transitions<AdminStatus>,
  actions: {
    list: { name: 'getAdministrators', example: { page: 1, pageSize: 20, withCounts: true } },
    get: { name: 'getAdministratorById', id: 'id', example: { id: 'adm_0002' } },
  },
});
export type Administrator = RecordOf<typeof administratorEntity>;
export type AdministratorDetail = z.output<typeof administratorEntity.detail>;

const oneTimePassword = z.string();

export const administratorActions = {
  ...administratorEntity.actions,
  ...roleEntity.actions,
  /**
   * The server makes the password and answers it this once. A repetition with the same key answers null in its place:
   * the password of the first answer is stored as a hash only.
   */
  createAdministrator: adminWrite({
    right: 'administrators.write',
    input: z.strictObject({
      username,
      nickName: line(20).min(1),
      /** One with rights that the administrator who gives it has too. */
      role: id.default(FULL_ROLE),
      idemKey: idemKey.optional(),
    }),
    output: administratorEntity.record.extend({ oneTimePassword: oneTimePassword.nullable() }),
    example: { username: 'xiaochen', nickName: '小陈', role: 'support' },
    asksFactor: always,
  }),
  /** Disabling ends every session at once. Refused for oneself. */
  setAdministratorStatus: changeOf(administratorEntity, {
    right: 'administrators.write',
    more: { status: adminStatus, rev: rev.optional() },
    example: { id: 'adm_0003', status: 'active' },
    asksFactor: always,
  }),
  /** A new one-time password; ends every session at once. Refused for oneself and for disabled administrators. */
  resetAdministratorPassword: adminWrite({
    right: 'administrators.write',
    input: byId.extend({ rev: rev.optional() }),
    output: administratorEntity.record.extend({ oneTimePassword }),
    example: { id: 'adm_0002' },
    asksFactor: always,
  }),
  /** Its password alone signs in again; ends every session and remembered device at once. Refused for oneself. */
  resetSecondFactor: changeOf(administratorEntity, {
    right: 'administrators.write',
    more: { rev: rev.optional() },
    example: { id: 'adm_0002' },
    asksFactor: always,
  }),
  /** One that is not remembered any more is no mistake. */
  forgetAdministratorDevice: adminWrite({
    right: 'administrators.write',
    input: byId.extend({ deviceId: id }),
    output: z.object({}),
    example: {
      id: 'adm_0002',
      deviceId: '00000000000000000000000000000000000000000000000000000000000demo3',
    },
    asksFactor: always,
  }),
  /** In effect with the next call. Refused for oneself, and for roles with rights that oneself has not. */
  setAdministratorRole: changeOf(administratorEntity, {
    right: 'administrators.write',
    more: { role: id, rev: rev.optional() },
    example: { id: 'adm_0002', role: 'operator' },
    asksFactor: always,
  }),
  revokeAdministratorSession: adminWrite({
    right: 'administrators.write',
    input: byId.extend({ sessionId: id }),
    output: z.object({ _id: id }),
    example: {
      id: 'adm_0002',
      sessionId: '00000000000000000000000000000000000000000000000000000000000demo2',
    },
    asksFactor: always,
  }),
};

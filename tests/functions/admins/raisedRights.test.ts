import { beforeEach, expect, it } from 'vitest';
import { allRights } from '#contract/rights/rights.ts';
import { startWorld } from '../world/harness.ts';

const world = await startWorld();
const { call, rows, set, someAdmin } = world;

let { admin, token } = await world.reset();
let own = { _id: '', token: '', session: '' };
beforeEach(async () => {
  ({ admin, token } = await world.reset());
  await set('roles', 'role_0001', {
    rights: ['administrators.read', 'administrators.write', 'orders.read'],
  });
  const made = await someAdmin({ role: 'role_0001' });
  own = { _id: made.admin._id, token: made.token, session: made.session._id };
});

const REFUSED = [40001, 40305, 40400, 40901, 40902];
type Try = [title: string, name: string, action: string, data: () => object];

/** What one tries who may make administrators and roles, but see orders only. */
const tries: Try[] = [
  [
    'gives the own account all rights',
    'adminAdministrator',
    'setAdministratorRole',
    () => ({ id: own._id, role: 'admin' }),
  ],
  [
    'gives the own account another role',
    'adminAdministrator',
    'setAdministratorRole',
    () => ({ id: own._id, role: 'finance' }),
  ],
  [
    'gives a colleague all rights',
    'adminAdministrator',
    'setAdministratorRole',
    () => ({ id: 'adm_0002', role: 'admin' }),
  ],
  [
    'gives a colleague more than it has',
    'adminAdministrator',
    'setAdministratorRole',
    () => ({ id: 'adm_0002', role: 'support' }),
  ],
  [
    'gives one with all rights fewer',
    'adminAdministrator',
    'setAdministratorRole',
    () => ({ id: admin._id, role: 'role_0001' }),
  ],
  [
    'makes one with all rights',
    'adminAdministrator',
    'createAdministrator',
    () => ({ username: 'mallory', nickName: '甲', role: 'admin' }),
  ],
  [
    'makes one without naming a role',
    'adminAdministrator',
    'createAdministrator',
    () => ({ username: 'mallory', nickName: '甲' }),
  ],
  [
    'makes one of a higher role',
    'adminAdministrator',
    'createAdministrator',
    () => ({ username: 'mallory', nickName: '甲', role: 'operator' }),
  ],
  [
    'makes one of a role that only reads, but everything',
    'adminAdministrator',
    'createAdministrator',
    () => ({ username: 'mallory', nickName: '甲', role: 'viewer' }),
  ],
  [
    'makes one with rights instead of a role',
    'adminAdministrator',
    'createAdministrator',
    () => ({ username: 'mallory', nickName: '甲', role: 'role_0001', rights: [...allRights] }),
  ],
  ...['__proto__', 'constructor', 'Admin', 'admin ', '', 'role_9999', 'admin/../support', '*'].map(
    (role): Try => [
      `makes one of the role "${role}"`,
      'adminAdministrator',
      'createAdministrator',
      () => ({ username: 'mallory', nickName: '甲', role }),
    ],
  ),
  [
    'adds to the own role',
    'adminAdministrator',
    'updateRole',
    () => ({ id: 'role_0001', rev: 1, rights: [...allRights] }),
  ],
  [
    'adds one right to the own role',
    'adminAdministrator',
    'updateRole',
    () => ({ id: 'role_0001', rev: 1, rights: ['orders.read', 'orders.refund'] }),
  ],
  [
    'renames the own role',
    'adminAdministrator',
    'updateRole',
    () => ({ id: 'role_0001', rev: 1, name: '管理员2' }),
  ],
  ['deletes the own role', 'adminAdministrator', 'deleteRole', () => ({ id: 'role_0001' })],
  [
    'makes a role with all rights',
    'adminAdministrator',
    'createRole',
    () => ({ name: '新', rights: [...allRights] }),
  ],
  [
    'makes a role with one more',
    'adminAdministrator',
    'createRole',
    () => ({ name: '新', rights: ['orders.refund'] }),
  ],
  ...['*', 'administrators.*', 'everything.write', '__proto__', 'orders'].map((right): Try => [
    `makes a role with "${right}"`,
    'adminAdministrator',
    'createRole',
    () => ({ name: '新', rights: [right] }),
  ]),
  [
    'changes a role with more rights',
    'adminAdministrator',
    'updateRole',
    () => ({ id: 'role_0002', rev: 1, rights: ['orders.read'] }),
  ],
  [
    'deletes a role with more rights',
    'adminAdministrator',
    'deleteRole',
    () => ({ id: 'role_0002' }),
  ],
  [
    'changes a standard role',
    'adminAdministrator',
    'updateRole',
    () => ({ id: 'viewer', rev: 1, rights: ['orders.refund'] }),
  ],
  [
    'resets the password of one with all rights',
    'adminAdministrator',
    'resetAdministratorPassword',
    () => ({ id: admin._id }),
  ],
  [
    'disables one with all rights',
    'adminAdministrator',
    'setAdministratorStatus',
    () => ({ id: admin._id, status: 'disabled' }),
  ],
  [
    'signs out one with all rights',
    'adminAdministrator',
    'revokeAdministratorSession',
    () => ({
      id: admin._id,
      sessionId: '00000000000000000000000000000000000000000000000000000000000demo1',
    }),
  ],
  [
    'resets the password of one with more rights',
    'adminAdministrator',
    'resetAdministratorPassword',
    () => ({ id: 'adm_0002' }),
  ],
  [
    'writes a role into the own profile',
    'adminAuth',
    'updateProfile',
    () => ({ rev: 1, role: 'admin' }),
  ],
  [
    'writes rights into the own profile',
    'adminAuth',
    'updateProfile',
    () => ({ rev: 1, rights: [...allRights] }),
  ],
  [
    'refunds',
    'adminOrder',
    'processRefund',
    () => ({ id: 'ord_0001', amountFen: 1, reason: '试' }),
  ],
  ['exports users', 'adminExport', 'createExport', () => ({ resource: 'users', filter: {} })],
  ['reads the keys of the merchant', 'adminSettings', 'getSettings', () => ({ type: 'payment' })],
];

it.each(tries)('one who %s is refused, and nothing changes', async (_title, name, action, data) => {
  const before = await Promise.all([rows('admins'), rows('roles'), rows('refunds')]);
  const { code } = await call(name as never, action as never, data() as never, {
    token: own.token,
  });
  expect(REFUSED).toContain(code);
  expect(await Promise.all([rows('admins'), rows('roles'), rows('refunds')])).toEqual(before);
  expect((await call('adminAuth', 'getProfile', {}, { token })).code).toBe(0);
});

it('one who may all of that within the own rights does it', async () => {
  const made = await call(
    'adminAdministrator',
    'createRole',
    { name: '看订单', rights: ['orders.read'] } as never,
    { token: own.token },
  );
  const { code } = await call(
    'adminAdministrator',
    'createAdministrator',
    { username: 'clerk', nickName: '乙', role: String(made.data._id) },
    { token: own.token },
  );
  expect(code).toBe(0);
});

import { beforeEach, expect, it } from 'vitest';
import { allRights } from '#contract/rights/rights.ts';
import { startWorld } from '../world/harness.ts';

const world = await startWorld();
const { call, rows, set, someAdmin } = world;

let { admin } = await world.reset();
let own = { _id: '', token: '', session: '' };
beforeEach(async () => {
  ({ admin } = await world.reset());
  await set('roles', 'role_0001', {
    rights: ['administrators.read', 'administrators.write', 'orders.read'],
  });
  const made = await someAdmin({ role: 'role_0001' });
  own = { _id: made.admin._id, token: made.token, session: made.session._id };
});

const REFUSED = [40001, 40305, 40400, 40901, 40902];
const person = { username: 'mallory', nickName: '甲' };
const hostileRoles = '__proto__|constructor|Admin|admin ||role_9999|admin/../support|*'.split('|');
const hostileRights = ['*', 'administrators.*', 'everything.write', '__proto__', 'orders'];
const sessionId = '00000000000000000000000000000000000000000000000000000000000demo1';

/** What one tries who may make administrators and roles, but see orders only: by action. */
const tries: Record<string, Record<string, () => object>> = {
  'adminAdministrator.setAdministratorRole': {
    'gives the own account all rights': () => ({ id: own._id, role: 'admin' }),
    'gives the own account another role': () => ({ id: own._id, role: 'finance' }),
    'gives a colleague all rights': () => ({ id: 'adm_0002', role: 'admin' }),
    'gives a colleague more than it has': () => ({ id: 'adm_0002', role: 'support' }),
    'gives one with all rights fewer': () => ({ id: admin._id, role: 'role_0001' }),
  },
  'adminAdministrator.createAdministrator': {
    'makes one with all rights': () => ({ ...person, role: 'admin' }),
    'makes one without naming a role': () => person,
    'makes one of a higher role': () => ({ ...person, role: 'operator' }),
    'makes one of a role that only reads, but everything': () => ({ ...person, role: 'viewer' }),
    'makes one with rights instead of a role': () => ({
      ...person,
      role: 'role_0001',
      rights: [...allRights],
    }),
    ...Object.fromEntries(
      hostileRoles.map(role => [`makes one of the role "${role}"`, () => ({ ...person, role })]),
    ),
  },
  'adminAdministrator.updateRole': {
    'adds to the own role': () => ({ id: 'role_0001', rev: 1, rights: [...allRights] }),
    'adds one right to the own role': () => ({
      id: 'role_0001',
      rev: 1,
      rights: ['orders.read', 'orders.refund'],
    }),
    'renames the own role': () => ({ id: 'role_0001', rev: 1, name: '管理员2' }),
    'changes a role with more rights': () => ({ id: 'role_0002', rev: 1, rights: ['orders.read'] }),
    'changes a standard role': () => ({ id: 'viewer', rev: 1, rights: ['orders.refund'] }),
  },
  'adminAdministrator.deleteRole': {
    'deletes the own role': () => ({ id: 'role_0001' }),
    'deletes a role with more rights': () => ({ id: 'role_0002' }),
  },
  'adminAdministrator.createRole': {
    'makes a role with all rights': () => ({ name: '新', rights: [...allRights] }),
    'makes a role with one more': () => ({ name: '新', rights: ['orders.refund'] }),
    ...Object.fromEntries(
      hostileRights.map(right => [
        `makes a role with "${right}"`,
        () => ({ name: '新', rights: [right] }),
      ]),
    ),
  },
  'adminAdministrator.resetAdministratorPassword': {
    'resets the password of one with all rights': () => ({ id: admin._id }),
    'resets the password of one with more rights': () => ({ id: 'adm_0002' }),
  },
  'adminAdministrator.setAdministratorStatus': {
    'disables one with all rights': () => ({ id: admin._id, status: 'disabled' }),
  },
  'adminAdministrator.revokeAdministratorSession': {
    'signs out one with all rights': () => ({ id: admin._id, sessionId }),
  },
  'adminAuth.updateProfile': {
    'writes a role into the own profile': () => ({ rev: 1, role: 'admin' }),
    'writes rights into the own profile': () => ({ rev: 1, rights: [...allRights] }),
  },
  'adminOrder.processRefund': {
    refunds: () => ({ id: 'ord_0001', amountFen: 1, reason: '试' }),
  },
  'adminExport.createExport': {
    'exports users': () => ({ resource: 'users', filter: {} }),
  },
  'adminSettings.getSettings': {
    'reads the keys of the merchant': () => ({ type: 'payment' }),
  },
};
const each = Object.entries(tries).flatMap(([title, its]) =>
  Object.entries(its).map(([what, data]) => {
    const [name, action] = title.split('.');
    return [what, name, action, data] as const;
  }),
);

it.each(each)('one who %s is refused, and nothing changes', async (_title, name, action, data) => {
  const before = await Promise.all([rows('admins'), rows('roles'), rows('refunds')]);
  const { code } = await call(name as never, action as never, data() as never, {
    token: own.token,
  });
  expect(REFUSED).toContain(code);
  expect(await Promise.all([rows('admins'), rows('roles'), rows('refunds')])).toEqual(before);
  expect((await call('adminAuth', 'getProfile', {})).code).toBe(0);
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

import { beforeEach, describe, expect, it } from 'vitest';
import type { Right } from '#contract/rights/rights.ts';
import { type StandardRoleId, standardRoles } from '#contract/rights/roles.ts';
import { startWorld } from '../world/harness.ts';
import { finishJob } from '../world/runJob.ts';

const world = await startWorld();
const { call, ok, rows, set, someAdmin } = world;

let { admin } = await world.reset();
beforeEach(async () => ({ admin } = await world.reset()));

const FORBIDDEN = 40305;
const roleIds = Object.keys(standardRoles) as StandardRoleId[];
const as = (of: string) => ({ token: of });
const withRole = async (role: string) => (await someAdmin({ role })).token;
const withRights = async (...rights: Right[]) => {
  const { data } = await call('adminAdministrator', 'createRole', {
    name: `角色${Math.random()}`.slice(0, 20),
    rights,
  });
  return { role: String(data._id), token: await withRole(String(data._id)) };
};

describe('a role', () => {
  it('that is changed holds with the next call, in sessions that are open', async () => {
    const { admin: other, token: own } = await someAdmin({ role: 'support' });
    expect((await call('adminOrder', 'getOrders', {}, as(own))).code).toBe(0);
    const change = { id: other._id, role: 'operator' };
    await ok('adminAdministrator', 'setAdministratorRole', change);
    expect((await call('adminOrder', 'getOrders', {}, as(own))).code).toBe(FORBIDDEN);
    expect((await call('keyword', 'getKeywords', {}, as(own))).code).toBe(0);
    expect(await ok('adminAuth', 'getProfile', {}, as(own))).toMatchObject({
      role: 'operator',
      roleName: '运营',
      rights: [...standardRoles.operator.rights],
    });
  });

  it('of its own holds what is ticked, with reading beside', async () => {
    const { role, token: own } = await withRights('orders.refund');
    expect((await call('adminOrder', 'getOrders', {}, as(own))).code).toBe(0);
    expect((await call('adminUser', 'getUsers', {}, as(own))).code).toBe(FORBIDDEN);
    const update = { id: role, rev: 1, rights: ['users.read'] };
    await ok('adminAdministrator', 'updateRole', update as never);
    expect((await call('adminOrder', 'getOrders', {}, as(own))).code).toBe(FORBIDDEN);
    expect((await call('adminUser', 'getUsers', {}, as(own))).code).toBe(0);
  });

  it('that is missing, unknown or of a later version permits nothing but one’s own account', async () => {
    for (const role of [undefined, '', 'gone', '__proto__', 'toString']) {
      const own = await withRole(role as string);
      expect((await call('keyword', 'getKeywords', {}, as(own))).code).toBe(FORBIDDEN);
      expect(await ok('adminAuth', 'getProfile', {}, as(own))).toMatchObject({ rights: [] });
    }
    await set('roles', 'role_0001', { rights: ['later.read', 'keywords.read'] });
    const own = await withRole('role_0001');
    expect(await ok('adminAuth', 'getProfile', {}, as(own))).toMatchObject({
      rights: ['keywords.read'],
    });
  });

  it('lets one without it sign in, who sees the own account', async () => {
    const { admin: other } = await someAdmin({ username: 'roleless', role: undefined });
    const signedIn = await ok('adminAuth', 'login', {
      username: other.username,
      password: 'correct horse 电池',
    }).catch(() => null);
    if (signedIn) expect(signedIn.admin).toMatchObject({ role: '', rights: [] });
  });

  it('is not deleted while an administrator has it, and a standard one is never changed', async () => {
    const { role } = await withRights('orders.read');
    expect(await call('adminAdministrator', 'deleteRole', { id: role })).toMatchObject({
      code: 40904,
      message: '还有1个管理员使用此角色，请先更换他们的角色',
    });
    for (const id of roleIds) {
      const update = { id, rev: 1, name: '别的' };
      expect((await call('adminAdministrator', 'updateRole', update)).code).toBe(40902);
      expect((await call('adminAdministrator', 'deleteRole', { id })).code).toBe(40902);
    }
    const same = { name: '客服', rights: ['orders.read'] };
    expect(await call('adminAdministrator', 'createRole', same as never)).toMatchObject({
      code: 40001,
      data: { fields: { name: '角色名称已存在' } },
    });
  });
});

describe('a refusal', () => {
  it('writes nothing, and is in the audit log once a minute', async () => {
    const own = await someAdmin({ role: 'viewer' });
    const before = await rows('templates');
    const attempt = () =>
      call('adminTemplate', 'deleteTemplate', { templateId: 'tpl_0004' } as never, as(own.token));
    const { code, message, data } = await attempt();
    expect({ code, message, data }).toEqual({
      code: FORBIDDEN,
      message: '当前角色没有此操作的权限',
      data: null,
    });
    await attempt();
    expect(await rows('templates')).toEqual(before);
    const refusals = (await rows('auditLogs')).filter(row => row.result === 'fail');
    expect(refusals).toMatchObject([
      {
        adminId: own.admin._id,
        function: 'adminTemplate',
        action: 'deleteTemplate',
        resource: 'admin',
        resourceId: own.admin._id,
        reason: '当前角色没有此操作的权限',
      },
    ]);
  });

  it('comes before the sentences about the input, and reveals nothing of what is stored', async () => {
    const own = await withRole('viewer');
    const nonsense = { templateId: 7, name: '' };
    const answer = await call('adminTemplate', 'updateTemplate', nonsense as never, as(own));
    expect(answer).toMatchObject({ code: FORBIDDEN, data: null });
    const missing = await call('adminOrder', 'processRefund', { id: 'ord_9999' } as never, as(own));
    expect(missing).toMatchObject({ code: FORBIDDEN, data: null });
  });
});

it('what is found in the middle of a call to be refused is in the audit log too', async () => {
  const { token: own } = await withRights('administrators.write');
  const reset = { id: admin._id };
  expect(
    (await call('adminAdministrator', 'resetAdministratorPassword', reset, as(own))).code,
  ).toBe(FORBIDDEN);
  const raise = { name: '新', rights: ['orders.refund'] };
  expect((await call('adminAdministrator', 'createRole', raise as never, as(own))).code).toBe(
    40001,
  );
  const refusals = (await rows('auditLogs')).filter(row => row.result === 'fail');
  expect(refusals.map(({ action, reason }) => [action, reason])).toEqual(
    expect.arrayContaining([
      ['resetAdministratorPassword', '该管理员的权限超出你的权限，不能操作'],
      ['createRole', '超出你的权限或上限，不能授予或修改'],
    ]) as unknown,
  );
});

describe('what is shown', () => {
  it('of the audit log are the rows about what the role sees', async () => {
    await ok('adminTemplate', 'updateTemplateField', {
      templateId: 'tpl_0001',
      field: 'sort',
      value: 5,
    } as never);
    await ok('keyword', 'updateKeyword', { _id: 'kw_0001', rev: 1, word: '新词' } as never);
    const { token: own } = await withRights('audit-logs.read', 'keywords.read');
    const { list } = await ok('adminAuditLog', 'getLogs', {}, as(own));
    expect([...new Set(list.map(({ resource }) => resource))]).toEqual(['keyword']);
    const filter = { resource: ['template', 'admin'] };
    expect((await ok('adminAuditLog', 'getLogs', { filter }, as(own))).total).toBe(0);
    const all = await ok('adminAuditLog', 'getLogs', {});
    expect(all.list.map(({ resource }) => resource)).toEqual(
      expect.arrayContaining(['template', 'keyword', 'role']) as string[],
    );
  });

  it('of recent activity is what the role sees', async () => {
    const { token: own } = await withRights('dashboard.read', 'tasks.read');
    const { list } = await ok('adminDashboard', 'getRecentActivity', { limit: 50 }, as(own));
    expect(list.every(({ type }) => type === 'task')).toBe(true);
    const all = await ok('adminDashboard', 'getRecentActivity', { limit: 50 });
    expect(all.list.some(({ type }) => type === 'order')).toBe(true);
  });

  it('of users’ pictures are addresses only to roles with the right', async () => {
    const [photo] = (await rows('files')).filter(({ scene }) => scene === 'user_upload');
    const fileList = [String(photo?.filePath), 'template/demo/tpl_0001.png'];
    const given = async (of: string) =>
      (await ok('adminStorage', 'getFileList', { fileList }, as(of))).list.map(
        ({ url, denied }) => [url !== '', denied === true],
      );
    for (const role of ['operator', 'printer', 'finance', 'viewer'])
      expect(await given(await withRole(role)), role).toEqual([
        [false, true],
        [true, false],
      ]);
    expect(await given(await withRole('support'))).toEqual([
      [true, false],
      [true, false],
    ]);
  });
});

describe('an export', () => {
  const begin = async (own: string) => {
    const asked = { resource: 'users', filter: {} };
    return (await ok('adminExport', 'createExport', asked as never, as(own)))._id;
  };

  it('that was asked for by one who is demoted meanwhile ends without a file', async () => {
    const { admin: other, token: own } = await someAdmin({ role: 'finance' });
    const id = await begin(own);
    await set('admins', other._id, { role: 'support' });
    await finishJob(world, 'exports');
    expect((await rows('exports')).find(({ _id }) => _id === id)).toMatchObject({
      status: 'failed',
      error: '当前角色没有导出此数据的权限',
      filePath: '',
    });
    expect((await ok('adminExport', 'getExports', {}, as(own))).list).toEqual([]);
  });

  it('that is done is not given to one who is demoted afterwards', async () => {
    const { admin: other, token: own } = await someAdmin({ role: 'finance' });
    const id = await begin(own);
    await finishJob(world, 'exports');
    expect((await call('adminExport', 'getExportUrl', { id }, as(own))).code).toBe(0);
    await set('admins', other._id, { role: 'support' });
    expect((await call('adminExport', 'getExportUrl', { id }, as(own))).code).toBe(FORBIDDEN);
  });

  it('of the audit log ends where the role reads less of it by now', async () => {
    const { role, token: own } = await withRights('audit-logs.export', 'keywords.read');
    const asked = { resource: 'audit-logs', filter: {} };
    const { _id } = await ok('adminExport', 'createExport', asked as never, as(own));
    await set('roles', role, { rights: ['audit-logs.read', 'audit-logs.export'] });
    await finishJob(world, 'exports');
    expect((await rows('exports')).find(one => one._id === _id)).toMatchObject({
      status: 'failed',
      filePath: '',
    });
  });

  it('of the audit log holds what the role reads there', async () => {
    const { token: own } = await withRights('audit-logs.export', 'keywords.read');
    const asked = { resource: 'audit-logs', filter: {} };
    const job = await ok('adminExport', 'createExport', asked as never, as(own));
    expect(job.filter).toEqual({ resource: ['keyword', 'searchMiss', 'export'] });
  });
});

it('names the last administrator with all rights as the one who stays', async () => {
  for (const other of await rows('admins'))
    if (other._id !== admin._id) await set('admins', String(other._id), { role: 'support' });
  const { admin: helper, token: own } = await someAdmin({ role: 'admin' });
  const answers = await Promise.all([
    call('adminAdministrator', 'setAdministratorRole', { id: helper._id, role: 'viewer' }),
    call('adminAdministrator', 'setAdministratorRole', { id: admin._id, role: 'viewer' }, as(own)),
  ]);
  expect(answers.filter(({ code }) => code === 0)).toHaveLength(1);
  const left = (await rows('admins')).filter(({ role }) => role === 'admin');
  expect(left).toHaveLength(1);
});

import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { AdministratorDetail } from '#contract/administrator.ts';
import {
  adminRecord,
  answer,
  type Answers,
  ok,
  profileRecord,
  renderAdmin,
} from './renderAdmin.tsx';

const PASSWORD = 'k7mp-2xqd-w9ha';
const colleague: AdministratorDetail = {
  ...adminRecord,
  _id: 'adm_0002',
  username: 'kefu.lin',
  nickName: '客服小林',
  status: 'active',
  lastLoginIp: '198.51.100.31',
  deviceCount: 0,
  sessions: [],
  rememberedDevices: [],
};
const made = { ...colleague, oneTimePassword: PASSWORD };
const quiet: Answers = {
  'adminAdministrator.getAdministrators': () =>
    ok({ list: [colleague], total: 1, counts: { active: 1, disabled: 0 } }),
  'adminAdministrator.getAdministratorById': () =>
    answer('adminAdministrator', 'getAdministratorById', colleague),
  'adminAuditLog.getResourceHistory': () => ok({ list: [], total: 0 }),
};

it('lets nobody with a one-time password see more than the password page, and asks for nothing else', async () => {
  const pending = { ...profileRecord, oneTimeUntil: Date.now() + 3_600_000 };
  const { user, calls } = renderAdmin({
    at: '/admin/login',
    signedIn: false,
    answers: {
      'adminAuth.login': () =>
        answer('adminAuth', 'login', {
          token: 'adm.admin_0001.test',
          ticket: 'ticket',
          expireTime: Date.now() + 3_600_000,
          admin: pending,
        }),
    },
  });
  await user.type(await screen.findByLabelText('用户名'), 'lina');
  await user.type(screen.getByLabelText('密码'), PASSWORD);
  await user.click(screen.getByRole('button', { name: '登录' }));
  expect(await screen.findByText(/你正在使用一次性密码登录/)).toBeVisible();
  expect(await screen.findByLabelText('新密码')).toBeVisible();
  expect(location.pathname).toBe('/admin/password');
  expect(screen.queryByRole('navigation')).toBeNull();
  expect(calls.map(({ action }) => action)).toEqual(['login']);
});

describe('the administrators', () => {
  it('shows a one-time password until its receipt is confirmed, and never again', async () => {
    const { user, sent } = renderAdmin({
      at: '/admin/administrators',
      answers: { ...quiet, 'adminAdministrator.createAdministrator': () => ok(made) },
    });
    await user.click(await screen.findByRole('button', { name: '新建管理员' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.type(dialog.getByLabelText(/用户名/), 'kefu.lin');
    await user.type(dialog.getByLabelText(/姓名/), '客服小林');
    await user.click(dialog.getByRole('button', { name: '创建' }));
    expect(await screen.findByText(PASSWORD)).toBeVisible();
    await user.keyboard('{Escape}');
    expect(screen.getByText(PASSWORD)).toBeVisible();
    await user.click(screen.getByRole('button', { name: '我已记下' }));
    await waitFor(() => expect(screen.queryByText(PASSWORD)).toBeNull());
    expect(sent('createAdministrator')[0]?.data).toMatchObject({ username: 'kefu.lin' });
    expect(JSON.stringify({ ...localStorage })).not.toContain(PASSWORD);
  });

  it('are disabled after their user name is typed', async () => {
    const disabled = { ...colleague, status: 'disabled' as const };
    const { user, sent } = renderAdmin({
      at: '/admin/administrators/adm_0002',
      answers: { ...quiet, 'adminAdministrator.setAdministratorStatus': () => ok(disabled) },
    });
    await user.click(await screen.findByRole('button', { name: '停用' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByRole('button', { name: '停用' })).toBeDisabled();
    await user.type(dialog.getByRole('textbox'), 'kefu.lin');
    await user.click(dialog.getByRole('button', { name: '停用' }));
    await waitFor(() => expect(sent('setAdministratorStatus')).toHaveLength(1));
    expect(sent('setAdministratorStatus')[0]?.data).toEqual({
      id: 'adm_0002',
      rev: adminRecord.rev,
      status: 'disabled',
    });
  });

  it('have no way to disable themselves on their own page', async () => {
    renderAdmin({
      at: `/admin/administrators/${adminRecord._id}`,
      answers: {
        ...quiet,
        'adminAdministrator.getAdministratorById': () => ok({ ...colleague, ...adminRecord }),
      },
    });
    expect(await screen.findByText('没有已登录的设备')).toBeVisible();
    expect(screen.queryByRole('button', { name: '停用' })).toBeNull();
    expect(screen.queryByRole('button', { name: '重置密码' })).toBeNull();
  });
});

import { onlineManager } from '@tanstack/react-query';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { getAdminUser, getToken } from '#authProvider/session.ts';
import { LOGOUT_AFTER_PASSWORD_CHANGE_MS } from '#contract/constants.ts';
import { codes } from '#contract/envelope.ts';
import { validatePasswords } from '#src/admin/shell/pages/validatePasswords.ts';
import { type Answers, failed, ok, renderAdmin } from '../renderAdmin.tsx';

const open = async (answers: Answers) => {
  const app = renderAdmin({ at: '/admin/password', answers });
  await screen.findByLabelText('原密码');
  return app;
};
const fill = (...[old, next, confirm]: [string, string, string]) => {
  for (const [label, value] of [
    ['原密码', old],
    ['新密码', next],
    ['确认新密码', confirm],
  ] as const)
    fireEvent.change(screen.getByLabelText(label), { target: { value } });
};
const submit = () => screen.getByRole('button', { name: '修改密码' });
const press = () => fireEvent.click(submit());

afterEach(() => {
  vi.useRealTimers();
  onlineManager.setOnline(true);
});

describe('the password page', () => {
  it('counts characters, not surrogates', () => {
    const passwords = (newPassword: string) =>
      validatePasswords({ oldPassword: 'x', newPassword, confirmPassword: newPassword });
    expect(passwords('😀😀😀😀😀')).toEqual({ newPassword: 'app.password.tooShort' });
    expect(passwords('😀😀😀😀😀😀')).toEqual({});
  });

  it('says what is missing, what is wrong, and why the server refused, and keeps what was typed', async () => {
    const refusals = [
      failed(codes.wrongCredentials, '原密码不正确'),
      failed(codes.tooOften),
      failed(codes.internal, ''),
    ];
    const app = await open({ 'adminAuth.changePassword': () => refusals.shift() });
    press();
    expect(await screen.findByText('请输入原密码')).toBeVisible();
    expect(screen.getByText('请输入新密码')).toBeVisible();
    expect(screen.getByText('请再次输入新密码')).toBeVisible();
    fill('old-one', '12345', '123456');
    press();
    expect(await screen.findByText('密码长度不能少于6个字符')).toBeVisible();
    expect(screen.getByText('两次输入的密码不一致')).toBeVisible();
    expect(app.sent('changePassword')).toEqual([]);

    fill('wrong-1', 'new-one', 'new-one');
    press();
    await screen.findByText('原密码不正确');
    expect(screen.getByLabelText('原密码')).toHaveAccessibleDescription('原密码不正确');
    expect(screen.getByLabelText('新密码')).toHaveValue('new-one');
    press();
    expect(await screen.findByText('操作过于频繁，请稍后再试')).toBeVisible();
    await waitFor(() => expect(submit()).toBeEnabled());
    press();
    expect(await screen.findByText('修改密码失败')).toBeVisible();
  });

  it('sends both with source admin, says 密码修改成功，请重新登录, and signs out after 1.5 seconds', async () => {
    const { sent } = await open({
      'adminAuth.changePassword': () => ok({}),
      // However slow the network is.
      'adminAuth.logout': () => new Promise(() => undefined),
    });
    fill('old-one', 'new-one', 'new-one');
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    act(() => submit().click());
    while (!screen.queryByText('密码修改成功，请重新登录'))
      await act(() => vi.advanceTimersByTimeAsync(0));
    expect(sent('changePassword')).toMatchObject([
      {
        name: 'adminAuth',
        source: 'admin',
        data: { oldPassword: 'old-one', newPassword: 'new-one', token: 'adm.admin_0001.test' },
      },
    ]);
    expect(submit()).toBeDisabled();
    // It reads nothing more.
    expect(onlineManager.isOnline()).toBe(false);
    await act(() => vi.advanceTimersByTimeAsync(LOGOUT_AFTER_PASSWORD_CHANGE_MS - 1));
    expect(getToken()).toBe('adm.admin_0001.test');
    expect(location.pathname).toBe('/admin/password');
    await act(() => vi.advanceTimersByTimeAsync(1));
    expect(getToken()).toBeUndefined();
    vi.useRealTimers();
    expect(screen.getByRole('heading', { name: '登录管理后台' })).toBeVisible();
    expect(screen.getByRole('status')).toHaveTextContent('密码修改成功，请重新登录');
    expect(screen.queryByText('已退出登录')).not.toBeInTheDocument();
    expect(getAdminUser()).toBeNull();
    await waitFor(() => expect(onlineManager.isOnline()).toBe(true));
  });
});

import { onlineManager } from '@tanstack/react-query';
import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { getAdminUser, getToken } from '#authProvider/session.ts';
import { LOGOUT_AFTER_PASSWORD_CHANGE_MS } from '#contract/constants.ts';
import { codes } from '#contract/envelope.ts';
import { validatePasswords } from '#src/admin/shell/pages/validatePasswords.ts';
import { type Answers, failed, ok, renderAdmin } from './renderAdmin.tsx';

const open = async (answers: Answers = {}) => {
  const app = renderAdmin({ at: '/admin/password', answers });
  await screen.findByLabelText('原密码');
  return app;
};
const fill = async (
  { user }: ReturnType<typeof renderAdmin>,
  [old, next, confirm]: [string, string, string],
) => {
  await user.type(screen.getByLabelText('原密码'), old);
  await user.type(screen.getByLabelText('新密码'), next);
  await user.type(screen.getByLabelText('确认新密码'), confirm);
};
const submit = () => screen.getByRole('button', { name: '修改密码' });
const accepting = { 'adminAuth.changePassword': () => ok({}) };

afterEach(() => {
  vi.useRealTimers();
  onlineManager.setOnline(true);
});

describe('the password page', () => {
  it('requires all three', async () => {
    const { user, sent } = await open();
    await user.click(submit());
    expect(await screen.findByText('请输入原密码')).toBeVisible();
    expect(screen.getByText('请输入新密码')).toBeVisible();
    expect(screen.getByText('请再次输入新密码')).toBeVisible();
    expect(sent('changePassword')).toEqual([]);
  });

  it('refuses five characters and a different repetition', async () => {
    const app = await open();
    await fill(app, ['old-one', '12345', '123456']);
    await app.user.click(submit());
    expect(await screen.findByText('密码长度不能少于6个字符')).toBeVisible();
    expect(screen.getByText('两次输入的密码不一致')).toBeVisible();
    expect(app.sent('changePassword')).toEqual([]);
  });

  it('counts characters, not surrogates', () => {
    const passwords = (newPassword: string) =>
      validatePasswords({ oldPassword: 'x', newPassword, confirmPassword: newPassword });
    expect(passwords('😀😀😀😀😀')).toEqual({ newPassword: 'app.password.tooShort' });
    expect(passwords('😀😀😀😀😀😀')).toEqual({});
  });

  it('sends both passwords and the token, with source admin', async () => {
    const app = await open(accepting);
    await fill(app, ['old-one', 'new-one', 'new-one']);
    await app.user.click(submit());
    await waitFor(() =>
      expect(app.sent('changePassword')).toMatchObject([
        {
          name: 'adminAuth',
          source: 'admin',
          data: { oldPassword: 'old-one', newPassword: 'new-one', token: 'adm.admin_0001.test' },
        },
      ]),
    );
    // Or its sign-out, 1.5 seconds later, would end the next test's session.
    expect(await screen.findByRole('heading', { name: '登录管理后台' })).toBeVisible();
  });

  it('says 密码修改成功，请重新登录, reads nothing more, and signs out after 1.5 seconds', async () => {
    const app = await open({
      ...accepting,
      // However slow the network is.
      'adminAuth.logout': () => new Promise(() => undefined),
    });
    await fill(app, ['old-one', 'new-one', 'new-one']);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    act(() => submit().click());
    while (!screen.queryByText('密码修改成功，请重新登录'))
      await act(() => vi.advanceTimersByTimeAsync(0));
    expect(submit()).toBeDisabled();
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

  it('shows the server’s message beside the old password that was wrong', async () => {
    const app = await open({
      'adminAuth.changePassword': () => failed(codes.wrongCredentials, '原密码不正确'),
    });
    await fill(app, ['wrong-1', 'new-one', 'new-one']);
    await app.user.click(submit());
    await screen.findByText('原密码不正确');
    expect(screen.getByLabelText('原密码')).toHaveAccessibleDescription('原密码不正确');
    expect(screen.getByLabelText('新密码')).toHaveValue('new-one');
  });

  it('shows the server’s message when the change fails', async () => {
    const app = await open({ 'adminAuth.changePassword': () => failed(codes.tooOften) });
    await fill(app, ['old-one', 'new-one', 'new-one']);
    await app.user.click(submit());
    expect(await screen.findByText('操作过于频繁，请稍后再试')).toBeVisible();
    expect(submit()).toBeEnabled();
  });

  it('says 修改密码失败 if the server sends no message', async () => {
    const app = await open({ 'adminAuth.changePassword': () => failed(codes.internal, '') });
    await fill(app, ['old-one', 'new-one', 'new-one']);
    await app.user.click(submit());
    expect(await screen.findByText('修改密码失败')).toBeVisible();
  });
});

import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { getAdminUser, getToken } from '#authProvider/session.ts';
import { codes } from '#contract/envelope.ts';
import { PlatformFailure } from '#dataProvider/platformFailure.ts';
import {
  failed,
  ok,
  profileRecord,
  renderAdmin,
  type RenderAdminOptions,
} from '../renderAdmin.tsx';

const open = (options: RenderAdminOptions = {}) =>
  renderAdmin({ at: '/admin/login', signedIn: false, ...options });
const username = () => screen.findByLabelText('用户名');
const password = () => screen.getByLabelText('密码');
const submit = () => screen.getByRole('button', { name: '登录' });
const dashboard = () => screen.findByRole('heading', { level: 1, name: '仪表盘' });

const fill = async (name: string, secret: string) => {
  fireEvent.change(await username(), { target: { value: name } });
  fireEvent.change(password(), { target: { value: secret } });
};

describe('the sign-in page', () => {
  it('can be filled in by a browser, shows the password, warns of caps lock, and waits for input methods', async () => {
    open();
    expect(await username()).toHaveFocus();
    expect(await username()).toHaveAttribute('autocomplete', 'username');
    expect(password()).toHaveAttribute('autocomplete', 'current-password');
    expect(document.title).toBe('登录 - 管理系统');
    fireEvent.click(screen.getByRole('button', { name: '显示密码' }));
    expect(password()).toHaveAttribute('type', 'text');
    fireEvent.click(screen.getByRole('button', { name: '隐藏密码' }));
    expect(password()).toHaveAttribute('type', 'password');
    fireEvent.keyUp(password(), { key: 'A', modifierCapsLock: true });
    expect(screen.getByText('大写锁定已打开')).toBeVisible();
    expect(fireEvent.keyDown(await username(), { key: 'Enter', keyCode: 229 })).toBe(false);
  });

  it('shows what is missing beside its field, then signs in to both, once for several clicks', async () => {
    const { user, platform, sent } = open();
    await username();
    await user.click(submit());
    expect(screen.getByText('请输入用户名')).toBeVisible();
    expect(screen.getByText('请输入密码')).toBeVisible();
    expect(await username()).toHaveFocus();
    expect(await username()).toHaveAccessibleDescription('请输入用户名');
    expect(sent('login')).toEqual([]);

    await fill(' lina ', ' secret ');
    await user.dblClick(submit());
    await dashboard();
    expect(sent('login')).toMatchObject([{ data: { username: 'lina', password: ' secret ' } }]);
    expect(platform.signInWithTicket).toHaveBeenCalledWith('ticket');
    expect(getToken()).toBe('adm.admin_0001.test');
    const { role, roleName, rights } = profileRecord;
    expect(getAdminUser()).toEqual({
      id: 'admin_0001',
      username: 'lina',
      nickName: '李娜',
      avatar: '',
      role,
      roleName,
      rights,
    });
  });

  it('says why it failed, keeps what was typed, and leaves no session behind', async () => {
    const answers = [
      () => Promise.reject(new PlatformFailure('NETWORK', '网络连接失败，请检查网络后重试')),
      () => failed(codes.wrongCredentials),
      () => ok({ token: 't', ticket: 'k', expireTime: Date.now() + 60_000, admin: profileRecord }),
    ];
    const { platform, sent } = open({
      answers: { 'adminAuth.login': () => answers.shift()?.() },
    });
    const shows = async (text: string) =>
      waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent(text));
    await fill('lina', 'wrong-1');
    fireEvent.click(submit());
    await shows('网络连接失败，请检查网络后重试');
    fireEvent.click(screen.getByRole('button', { name: '重试' }));
    await shows('用户名或密码错误');
    expect(sent('login')).toHaveLength(2);
    expect(await username()).toHaveValue('lina');
    expect(password()).toHaveValue('wrong-1');
    expect(password()).toHaveFocus();
    expect(getToken()).toBeUndefined();

    platform.signInWithTicket.mockRejectedValueOnce(new PlatformFailure('X', '云函数响应异常'));
    fireEvent.click(submit());
    await shows('云函数响应异常');
    expect(sent('logout')).toHaveLength(1);
    expect(getToken()).toBeUndefined();
    expect(getAdminUser()).toBeNull();
  });
});

describe('the page about a lost password', () => {
  const heading = () => screen.findByRole('heading', { level: 1, name: '忘记密码' });
  const link = (name: string) => screen.getByRole('link', { name });

  it('is reached from the sign-in page with the keyboard, says who helps, and leads back', async () => {
    const { user, sent } = open({ at: '/admin/orders?page=2' });
    await username();
    link('忘记密码？').focus();
    await user.keyboard('{Enter}');
    expect(await heading()).toHaveFocus();
    expect(location.pathname).toBe('/admin/lost-password');
    expect(document.title).toBe('忘记密码 - 管理系统');
    expect(screen.getByText(/在「管理员」页面打开你的账号，点「重置密码」/)).toBeVisible();
    expect(screen.getByText('npm run admin -- reset-password 用户名')).toBeVisible();
    expect(screen.queryByRole('textbox')).not.toBeInTheDocument();
    await user.click(link('返回登录'));
    expect(await username()).toHaveFocus();
    expect(location.pathname).toBe('/admin/login');
    expect(history.state).toEqual({ returnTo: '/admin/orders?page=2' });
    expect(sent('login')).toEqual([]);
  });

  it('is left with the browser’s back button', async () => {
    const { user } = open();
    await username();
    await user.click(link('忘记密码？'));
    await heading();
    history.back();
    expect(await username()).toBeVisible();
  });

  it('opens by its address, and leads who is signed in to the dashboard', async () => {
    const app = open({ at: '/admin/lost-password' });
    await heading();
    expect(location.pathname).toBe('/admin/lost-password');
    app.unmount();
    renderAdmin({ at: '/admin/lost-password' });
    await dashboard();
    expect(location.pathname).toBe('/admin/dashboard');
  });
});

import { screen, waitFor, within } from '@testing-library/react';
import Cookies from 'js-cookie';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { getAdminUser, getToken } from '#authProvider/session.ts';
import { codes } from '#contract/envelope.ts';
import { answer, type Answers, failed, ok, profileRecord, renderAdmin } from './renderAdmin.tsx';

const wrongCode = () =>
  failed(codes.wrongCredentials, '验证码错误', { fields: { code: '验证码错误' } });
const signedIn = {
  token: 'adm.admin_0001.test',
  ticket: 'ticket',
  expireTime: Date.now() + 3_600_000,
  admin: profileRecord,
};
const none = { since: null, isRequired: false, recoveryLeft: 0, devices: [] };

afterEach(() => void Cookies.remove('admin_device'));

describe('signing in with a second factor', () => {
  const open = async (answers: Answers = {}) => {
    const app = renderAdmin({
      at: '/admin/login',
      signedIn: false,
      answers: {
        'adminAuth.login': () =>
          failed(codes.secondFactorNeeded, undefined, { challenge: 'c1', expireTime: 1 }),
        'adminAuth.confirmLogin': () => answer('adminAuth', 'confirmLogin', signedIn),
        ...answers,
      },
    });
    await app.user.type(await screen.findByLabelText('用户名'), 'lina');
    await app.user.type(screen.getByLabelText('密码'), 'secret{Enter}');
    return { ...app, code: await screen.findByLabelText('验证码') };
  };

  it('asks for the code, which browsers may fill in, and opens the dashboard with the keyboard alone', async () => {
    const { user, code, sent } = await open();
    expect(code).toHaveFocus();
    expect(code).toHaveAttribute('autocomplete', 'one-time-code');
    expect(code).toHaveAttribute('inputmode', 'numeric');
    expect(getToken()).toBeUndefined();
    await user.paste('123 456');
    await user.keyboard('{Enter}');
    expect(await screen.findByRole('heading', { level: 1, name: '仪表盘' })).toBeVisible();
    expect(sent('confirmLogin')).toMatchObject([
      { data: { challenge: 'c1', code: '123 456', remember: false } },
    ]);
    expect(Cookies.get('admin_device')).toBeUndefined();
  });

  it('keeps the device in a cookie if asked to, and sends it with the next password', async () => {
    const { user, unmount } = await open({
      'adminAuth.confirmLogin': () => ok({ ...signedIn, deviceToken: 'dev-1' }),
    });
    await user.click(screen.getByLabelText(/30 天内不再询问/));
    await user.type(screen.getByLabelText('验证码'), '123456{Enter}');
    await screen.findByRole('heading', { level: 1, name: '仪表盘' });
    expect(Cookies.get('admin_device')).toBe('dev-1');
    unmount();
    Cookies.remove('admin_token');
    const { sent } = await open();
    expect(sent('login')).toMatchObject([{ data: { deviceToken: 'dev-1' } }]);
  });

  it('says beside the field that a code is missing or wrong, and takes a recovery code', async () => {
    const { user, code, sent } = await open({ 'adminAuth.confirmLogin': wrongCode });
    await user.keyboard('{Enter}');
    expect(code).toHaveAccessibleDescription('请输入验证码');
    expect(sent('confirmLogin')).toEqual([]);
    await user.type(code, '000000{Enter}');
    await waitFor(() => expect(code).toHaveAccessibleDescription('验证码错误'));
    await user.click(screen.getByRole('button', { name: '使用恢复码' }));
    const recovery = screen.getByLabelText('恢复码');
    expect(recovery).toHaveFocus();
    expect(recovery).toHaveAttribute('inputmode', 'text');
  });

  it('leads back to the password with the name kept, by hand and when it took too long', async () => {
    const { user } = await open({
      'adminAuth.confirmLogin': () => failed(codes.stateNotAllowed, '登录已超时，请重新输入密码'),
    });
    await user.click(screen.getByRole('button', { name: '返回' }));
    expect(screen.getByLabelText('用户名')).toHaveValue('lina');
    await user.type(screen.getByLabelText('密码'), 'secret{Enter}');
    await user.type(await screen.findByLabelText('验证码'), '123456{Enter}');
    expect(await screen.findByRole('alert')).toHaveTextContent('登录已超时，请重新输入密码');
    expect(screen.getByLabelText('密码')).toHaveFocus();
  });
});

describe('setting a second factor up', () => {
  const uri = 'otpauth://totp/x:lina?secret=ABCDEFGHIJKLMNOP&issuer=x';
  const recoveryCodes = ['abcd-efgh-jkmn-pqrs', 'bbcd-efgh-jkmn-pqrs'];
  const working: Answers = {
    'adminAuth.getSecondFactor': () => answer('adminAuth', 'getSecondFactor', none),
    'adminAuth.beginSecondFactor': ({ data }) =>
      data['password'] === 'secret'
        ? ok({ uri, secret: 'ABCDEFGHIJKLMNOP' })
        : failed(codes.wrongCredentials, '密码错误', { fields: { password: '密码错误' } }),
    'adminAuth.enableSecondFactor': ({ data }) =>
      data['code'] === '123456' ? ok({ recoveryCodes }) : wrongCode(),
  };

  it('asks for password and code, then shows the recovery codes to be copied, saved and printed', async () => {
    const print = vi.fn();
    vi.stubGlobal('print', print);
    const { user } = renderAdmin({ at: '/admin/profile', answers: working });
    await user.click(await screen.findByRole('link', { name: '开启两步验证' }));
    await user.type(await screen.findByLabelText('登录密码'), 'wrong{Enter}');
    expect(await screen.findByText('密码错误')).toBeVisible();
    await user.clear(screen.getByLabelText('登录密码'));
    await user.type(screen.getByLabelText('登录密码'), 'secret{Enter}');
    expect(await screen.findByRole('img', { name: '两步验证二维码' })).toBeVisible();
    expect(screen.getByText('ABCD EFGH IJKL MNOP')).toBeVisible();
    await user.type(screen.getByLabelText('验证码'), '000000{Enter}');
    expect(await screen.findByText('验证码错误')).toBeVisible();
    await user.clear(screen.getByLabelText('验证码'));
    await user.type(screen.getByLabelText('验证码'), '123456{Enter}');
    const list = await screen.findByRole('list', { name: '恢复码' });
    expect(
      within(list)
        .getAllByRole('listitem')
        .map(item => item.textContent),
    ).toEqual(recoveryCodes);
    await user.click(screen.getByRole('button', { name: '复制' }));
    expect(await navigator.clipboard.readText()).toContain(recoveryCodes.join('\n'));
    await user.click(screen.getByRole('button', { name: '打印' }));
    expect(print).toHaveBeenCalled();
    await user.click(screen.getByRole('button', { name: '我已保存' }));
    expect(await screen.findByLabelText(/姓名/)).toBeVisible();
    expect(location.pathname).toBe('/admin/profile');
  });

  it('is all there is where the role must have one, until it is done', async () => {
    const state = { isRequired: true };
    const answers: Answers = {
      ...working,
      'adminTemplate.getTemplates': () =>
        state.isRequired
          ? failed(codes.secondFactorRequired)
          : ok({ list: [], total: 0, counts: { draft: 0, online: 0, offline: 0 } }),
      'adminAuth.enableSecondFactor': () => {
        state.isRequired = false;
        return ok({ recoveryCodes });
      },
    };
    const first = renderAdmin({ at: '/admin/templates', answers });
    expect(await screen.findByText(/你的角色必须使用两步验证/)).toBeVisible();
    expect(screen.queryByRole('navigation', { name: '主菜单' })).not.toBeInTheDocument();
    expect(location.pathname).toBe('/admin/second-factor');
    expect(getAdminUser()?.mustSetUpFactor).toBe(true);
    first.unmount();

    // Also after a reload, and wherever it leads.
    renderAdmin({ at: '/admin/second-factor', answers }).unmount();
    const { user } = renderAdmin({ at: '/admin/templates', answers });
    await user.type(await screen.findByLabelText('登录密码'), 'secret{Enter}');
    await user.type(await screen.findByLabelText('验证码'), '123456{Enter}');
    await user.click(await screen.findByRole('button', { name: '我已保存' }));
    expect(await screen.findByRole('navigation', { name: '主菜单' })).toBeVisible();
    expect(getAdminUser()?.mustSetUpFactor).toBeUndefined();
  });

  it('is over once it was done in another tab', async () => {
    renderAdmin({
      at: '/admin/templates',
      answers: {
        'adminAuth.getSecondFactor': () => ok({ ...none, since: 1, recoveryLeft: 10 }),
        'adminTemplate.getTemplates': vi
          .fn()
          .mockReturnValueOnce(failed(codes.secondFactorRequired))
          .mockReturnValue(ok({ list: [], total: 0, counts: {} })),
      },
    });
    await waitFor(() => expect(location.pathname).toBe('/admin/dashboard'));
    expect(await screen.findByRole('navigation', { name: '主菜单' })).toBeVisible();
  });
});

describe("one's own second factor", () => {
  const on = { since: 1_700_000_000_000, isRequired: false, recoveryLeft: 2, devices: [] };

  it('is switched off with password and code, unless the role must have one', async () => {
    let state: object = on;
    const { user, sent, unmount } = renderAdmin({
      at: '/admin/profile',
      answers: {
        'adminAuth.getSecondFactor': () => ok(state),
        'adminAuth.disableSecondFactor': () => {
          state = none;
          return ok({});
        },
      },
    });
    expect(await screen.findByText('恢复码剩余 2 个')).toBeVisible();
    await user.click(screen.getByRole('button', { name: '关闭' }));
    const dialog = await screen.findByRole('dialog');
    await user.type(within(dialog).getByLabelText('登录密码'), 'secret');
    await user.type(within(dialog).getByLabelText('验证码'), '123456');
    await user.click(within(dialog).getByRole('button', { name: '关闭两步验证' }));
    expect(await screen.findByText('未开启')).toBeVisible();
    expect(sent('disableSecondFactor')).toMatchObject([
      { data: { password: 'secret', code: '123456' } },
    ]);
    unmount();

    renderAdmin({
      at: '/admin/profile',
      answers: { 'adminAuth.getSecondFactor': () => ok({ ...on, isRequired: true }) },
    });
    expect(await screen.findByRole('button', { name: '重新生成恢复码' })).toBeVisible();
    expect(screen.queryByRole('button', { name: '关闭' })).not.toBeInTheDocument();
  });

  it('lists remembered devices, and takes one off', async () => {
    const device = {
      _id: 'd1',
      createTime: 1,
      expireTime: Date.now() + 1_000_000,
      ip: '10.0.0.8',
      userAgent: 'iPhone Safari/604',
    };
    let devices = [device];
    const { user, sent } = renderAdmin({
      at: '/admin/profile',
      answers: {
        'adminAuth.getSecondFactor': () => ok({ ...on, devices }),
        'adminAuth.forgetDevice': () => {
          devices = [];
          return ok({});
        },
      },
    });
    const list = await screen.findByRole('list', { name: '记住的设备' });
    expect(list).toHaveTextContent('Safari · iOS');
    await user.click(within(list).getByRole('button', { name: '移除' }));
    await user.click(await screen.findByRole('button', { name: '确定' }));
    await screen.findByText('已移除该设备');
    expect(sent('forgetDevice')).toMatchObject([{ data: { id: 'd1' } }]);
    await waitFor(() => expect(list).not.toBeInTheDocument());
  });
});

describe('what needs the code again', () => {
  const open = async () => {
    let isConfirmed = false;
    const app = renderAdmin({
      at: '/admin/profile',
      answers: {
        'adminAuth.getSecondFactor': () => ok(none),
        'adminAuth.confirmSecondFactor': ({ data }) => {
          if (data['code'] !== '123456') return wrongCode();
          isConfirmed = true;
          return ok({});
        },
        'adminAuth.updateProfile': ({ data }) =>
          isConfirmed
            ? ok({ ...profileRecord, ...data, rev: 4 })
            : failed(codes.secondFactorNeeded),
      },
    });
    const name = await screen.findByLabelText(/姓名/);
    await app.user.clear(name);
    await app.user.type(name, '李小娜');
    await app.user.click(screen.getByRole('button', { name: '保存' }));
    return { ...app, dialog: await screen.findByRole('dialog', { name: '请输入验证码' }) };
  };

  it('is asked for in a dialog, and the call is repeated, whatever the screen', async () => {
    const { user, dialog, sent } = await open();
    await user.type(within(dialog).getByLabelText('验证码'), '000000{Enter}');
    expect(await within(dialog).findByText('验证码错误')).toBeVisible();
    await user.clear(within(dialog).getByLabelText('验证码'));
    await user.type(within(dialog).getByLabelText('验证码'), '123456{Enter}');
    expect(await screen.findByText('资料已保存')).toBeVisible();
    expect(sent('updateProfile')).toHaveLength(2);
    await waitFor(() => expect(dialog).not.toBeInTheDocument());
  });

  it('is not done when the dialog is closed, and nothing that was typed is lost', async () => {
    const { user, sent } = await open();
    await user.keyboard('{Escape}');
    expect(await screen.findByText('请输入两步验证的验证码')).toBeVisible();
    expect(screen.getByLabelText(/姓名/)).toHaveValue('李小娜');
    expect(sent('updateProfile')).toHaveLength(1);
  });
});

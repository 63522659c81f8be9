import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import Cookies from 'js-cookie';
import { afterEach, describe, expect, it } from 'vitest';
import { getAdminUser, getToken } from '#authProvider/session.ts';
import { codes } from '#contract/envelope.ts';
import { answer, type Answers, failed, ok, profileRecord, renderAdmin } from '../renderAdmin.tsx';

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
        'adminAuth.confirmLogin': signedIn,
        ...answers,
      },
    });
    await app.user.type(await screen.findByLabelText('用户名'), 'lina');
    await app.user.type(screen.getByLabelText('密码'), 'secret{Enter}');
    return { ...app, code: await screen.findByLabelText('验证码') };
  };

  it('asks for the code, which browsers may fill in, and opens the dashboard with the keyboard alone', async () => {
    const { user, code, sent } = await open({
      'adminAuth.confirmLogin': ({ data }) =>
        data['code'] === '123 456' ? answer('adminAuth', 'confirmLogin', signedIn) : wrongCode(),
    });
    expect(code).toHaveFocus();
    expect(code).toHaveAttribute('autocomplete', 'one-time-code');
    expect(code).toHaveAttribute('inputmode', 'numeric');
    expect(getToken()).toBeUndefined();
    await user.keyboard('{Enter}');
    expect(code).toHaveAccessibleDescription('请输入验证码');
    expect(sent('confirmLogin')).toEqual([]);
    await user.type(code, '000000{Enter}');
    await waitFor(() => expect(code).toHaveAccessibleDescription('验证码错误'));
    await user.clear(code);
    await user.paste('123 456');
    await user.keyboard('{Enter}');
    expect(await screen.findByRole('heading', { level: 1, name: '仪表盘' })).toBeVisible();
    expect(sent('confirmLogin').at(-1)).toMatchObject({
      data: { challenge: 'c1', code: '123 456', remember: false },
    });
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

  it('takes a recovery code, and leads back with the name kept, by hand and when it took too long', async () => {
    const { user } = await open({
      'adminAuth.confirmLogin': () => failed(codes.stateNotAllowed, '登录已超时，请重新输入密码'),
    });
    await user.click(screen.getByRole('button', { name: '使用恢复码' }));
    expect(screen.getByLabelText('恢复码')).toHaveFocus();
    expect(screen.getByLabelText('恢复码')).toHaveAttribute('inputmode', 'text');
    await user.click(screen.getByRole('button', { name: '返回' }));
    expect(screen.getByLabelText('用户名')).toHaveValue('lina');
    await user.type(screen.getByLabelText('密码'), 'secret{Enter}');
    await user.type(await screen.findByLabelText('验证码'), '123456{Enter}');
    expect(await screen.findByRole('alert')).toHaveTextContent('登录已超时，请重新输入密码');
    expect(screen.getByLabelText('密码')).toHaveFocus();
  });
});

it('a second factor is all there is where the role must have one, until it is set up', async () => {
  let isRequired = true;
  const answers: Answers = {
    'adminAuth.getSecondFactor': none,
    'adminAuth.beginSecondFactor': () =>
      ok({ uri: 'otpauth://totp/x:lina?secret=ABCDEFGH&issuer=x', secret: 'ABCDEFGH' }),
    'adminCategory.getCategories': () =>
      isRequired ? failed(codes.secondFactorRequired) : ok({ list: [], total: 0 }),
    'adminAuth.enableSecondFactor': () => {
      isRequired = false;
      return ok({ recoveryCodes: ['abcd-efgh-jkmn-pqrs'] });
    },
  };
  const first = renderAdmin({ at: '/admin/categories', answers });
  expect(await screen.findByText(/你的角色必须使用两步验证/)).toBeVisible();
  expect(screen.queryByRole('navigation', { name: '主菜单' })).not.toBeInTheDocument();
  expect(location.pathname).toBe('/admin/second-factor');
  expect(getAdminUser()?.mustSetUpFactor).toBe(true);
  first.unmount();

  // Also after a reload, and wherever it leads.
  renderAdmin({ at: '/admin/second-factor', answers }).unmount();
  const { user } = renderAdmin({ at: '/admin/categories', answers });
  await user.type(await screen.findByLabelText('登录密码'), 'secret{Enter}');
  await user.type(await screen.findByLabelText('验证码'), '123456{Enter}');
  await user.click(await screen.findByRole('button', { name: '我已保存' }));
  expect(await screen.findByRole('navigation', { name: '主菜单' })).toBeVisible();
  expect(getAdminUser()?.mustSetUpFactor).toBeUndefined();
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
    fireEvent.change(name, { target: { value: '李小娜' } });
    fireEvent.click(screen.getByRole('button', { name: '保存' }));
    return { ...app, dialog: await screen.findByRole('dialog', { name: '请输入验证码' }) };
  };

  it('is asked for in a dialog, and the call is repeated, whatever the screen; nothing typed is lost', async () => {
    const { user, dialog: first, sent } = await open();
    await user.keyboard('{Escape}');
    expect(await screen.findByText('请输入两步验证的验证码')).toBeVisible();
    expect(screen.getByLabelText(/姓名/)).toHaveValue('李小娜');
    expect(sent('updateProfile')).toHaveLength(1);
    await waitFor(() => expect(first).not.toBeInTheDocument());

    fireEvent.click(screen.getByRole('button', { name: '保存' }));
    const dialog = await screen.findByRole('dialog', { name: '请输入验证码' });
    const code = within(dialog).getByLabelText('验证码');
    await user.type(code, '000000{Enter}');
    expect(await within(dialog).findByText('验证码错误')).toBeVisible();
    await user.clear(code);
    await user.type(code, '123456{Enter}');
    expect(await screen.findByText('资料已保存')).toBeVisible();
    expect(sent('updateProfile')).toHaveLength(3);
    await waitFor(() => expect(dialog).not.toBeInTheDocument());
  });
});

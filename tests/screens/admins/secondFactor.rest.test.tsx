import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { codes } from '#contract/envelope.ts';
import { type Answers, failed, ok, renderAdmin } from '../renderAdmin.tsx';

const wrongCode = () =>
  failed(codes.wrongCredentials, '验证码错误', { fields: { code: '验证码错误' } });
const none = { since: null, isRequired: false, recoveryLeft: 0, devices: [] };

describe('setting a second factor up', () => {
  const uri = 'otpauth://totp/x:lina?secret=ABCDEFGHIJKLMNOP&issuer=x';
  const recoveryCodes = ['abcd-efgh-jkmn-pqrs', 'bbcd-efgh-jkmn-pqrs'];
  const working: Answers = {
    'adminAuth.getSecondFactor': none,
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

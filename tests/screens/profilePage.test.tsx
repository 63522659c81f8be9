import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { getAdminUser } from '#authProvider/session.ts';
import { codes } from '#contract/envelope.ts';
import { describeDevice } from '#src/admin/resources/administrators/describeDevice.ts';
import { tinyPng } from '../functions/world/tinyPng.ts';
import {
  adminRecord,
  answer,
  type Answers,
  failed,
  ok,
  renderAdmin,
  type SentCall,
} from './renderAdmin.tsx';

const open = async (answers: Answers = {}) => {
  const app = renderAdmin({ at: '/admin/profile', answers });
  return { ...app, nickName: await screen.findByLabelText(/姓名/) };
};
const save = () => screen.getByRole('button', { name: '保存' });
const session = (id: string, current: boolean) => ({
  _id: id,
  createTime: 1,
  lastSeenTime: 1,
  expireTime: 2,
  ip: '10.0.0.8',
  userAgent: current ? 'Windows NT Chrome/140' : 'iPhone Safari/604',
  current,
});

describe('the profile page', () => {
  it('saves the nickname with the version it read, and shows it at once', async () => {
    const app = await open({
      'adminAuth.updateProfile': ({ data }: SentCall) => ok({ ...adminRecord, ...data, rev: 4 }),
    });
    await app.user.clear(app.nickName);
    await app.user.type(app.nickName, '李小娜');
    await app.user.click(save());
    await screen.findByText('资料已保存');
    expect(app.sent('updateProfile')).toMatchObject([{ data: { nickName: '李小娜', rev: 3 } }]);
    expect(getAdminUser()?.nickName).toBe('李小娜');
    await waitFor(() =>
      expect(screen.getByRole('button', { name: '账号菜单' })).toHaveTextContent('李小娜'),
    );
  });

  it('takes a picture, which then stands in the head of the page', async () => {
    const filePath = 'settings/202611/a.png';
    const app = await open({
      'adminAuth.updateProfile': ({ data }: SentCall) => ok({ ...adminRecord, ...data, rev: 4 }),
      'adminStorage.uploadImage': () =>
        answer('adminStorage', 'uploadImage', {
          filePath,
          fileID: '',
          mime: '',
          sizeBytes: 1,
          width: 1,
          height: 1,
        } as never),
    });
    const chooser = await screen.findByLabelText<HTMLInputElement>('头像', { selector: 'input' });
    await app.user.upload(chooser, new File([tinyPng], 'a.png', { type: 'image/png' }));
    expect(await screen.findByRole('button', { name: '更换「头像」的图片' })).toBeEnabled();
    await app.user.click(save());
    await screen.findByText('资料已保存');
    expect(app.sent('updateProfile')).toMatchObject([{ data: { avatar: filePath } }]);
    const account = screen.getByRole('button', { name: '账号菜单' });
    await waitFor(() => expect(account.querySelector('img')).not.toBeNull());
    expect(getAdminUser()?.avatar).toBe(filePath);
  });

  it('keeps what was typed in a conflict, and saves it over the newer version on request', async () => {
    let tries = 0;
    const app = await open({
      'adminAuth.updateProfile': ({ data }: SentCall) =>
        (tries += 1) === 1
          ? failed(codes.conflict, undefined, {
              current: { ...adminRecord, rev: 8, nickName: '娜娜' },
            })
          : ok({ ...adminRecord, ...data, rev: 9 }),
    });
    await app.user.clear(app.nickName);
    await app.user.type(app.nickName, '李小娜');
    await app.user.click(save());
    expect(await screen.findByRole('alert')).toHaveTextContent('姓名现为「娜娜」');
    expect(screen.getByLabelText(/姓名/)).toHaveValue('李小娜');
    await app.user.click(save());
    await screen.findByText('资料已保存');
    expect(app.sent('updateProfile')[1]).toMatchObject({ data: { nickName: '李小娜', rev: 8 } });
  });

  it('is saved if an answer was lost and the same is sent again', async () => {
    const app = await open({
      'adminAuth.updateProfile': () =>
        failed(codes.conflict, undefined, {
          current: { ...adminRecord, rev: 4, nickName: '李小娜' },
        }),
    });
    await app.user.clear(app.nickName);
    await app.user.type(app.nickName, '李小娜');
    await app.user.click(save());
    await screen.findByText('资料已保存');
    expect(screen.queryByText(/资料刚在别处修改过/)).not.toBeInTheDocument();
  });

  it('offers a retry if the profile cannot be read', async () => {
    let dead = true;
    const { user } = renderAdmin({
      at: '/admin/profile',
      answers: {
        'adminAuth.getProfile': () => (dead ? failed(codes.internal) : ok(adminRecord)),
      },
    });
    expect(await screen.findByText('资料加载失败')).toBeVisible();
    dead = false;
    await user.click(screen.getByRole('button', { name: '重试' }));
    expect(await screen.findByLabelText(/姓名/)).toHaveValue('李娜');
  });

  it('marks this device, and ends the session of another', async () => {
    let ended = false;
    const app = await open({
      'adminAuth.getSessions': () =>
        ok({ list: [session('s1', true), ...(ended ? [] : [session('s2', false)])] }),
      'adminAuth.revokeSession': ({ data }: SentCall) => {
        ended = true;
        return ok({ _id: data['id'] });
      },
    });
    const [own, other] = within(await screen.findByRole('list', { name: '登录设备' })).getAllByRole(
      'listitem',
    ) as [HTMLElement, HTMLElement];
    expect(own).toHaveTextContent('本机');
    expect(within(own).queryByRole('button', { name: '强制退出' })).not.toBeInTheDocument();
    await app.user.click(within(other).getByRole('button', { name: '强制退出' }));
    await app.user.click(await screen.findByRole('button', { name: '确定' }));
    await screen.findByText('已强制退出该设备');
    expect(app.sent('revokeSession')).toMatchObject([{ data: { id: 's2' } }]);
    await waitFor(() => expect(other).not.toBeInTheDocument());
  });

  it.each([
    ['Mozilla/5.0 (Windows NT 10.0) Chrome/140 Edg/140', 'Edge · Windows'],
    ['Mozilla/5.0 (iPhone) MicroMessenger/8', '微信 · iOS'],
    ['curl/8', ''],
  ])('calls %s %s', (userAgent, name) => {
    expect(describeDevice(userAgent)).toBe(name);
  });
});

import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { getAdminUser } from '#authProvider/session.ts';
import { codes } from '#contract/envelope.ts';
import { tinyPng } from '../../functions/world/tinyPng.ts';
import {
  adminRecord,
  type Answers,
  failed,
  ok,
  renderAdmin,
  type SentCall,
} from '../renderAdmin.tsx';

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
  it('saves the nickname over a newer version on request, and shows it at once', async () => {
    const answers = [
      { ...adminRecord, rev: 8, nickName: '娜娜' },
      // The answer to the first attempt was lost.
      { ...adminRecord, rev: 9, nickName: '李小小' },
    ].map(current => failed(codes.conflict, undefined, { current }));
    const { nickName, dataOf } = await open({
      'adminAuth.updateProfile': ({ data }: SentCall) =>
        (data['rev'] === 8 ? undefined : answers.shift()) ??
        ok({ ...adminRecord, ...data, rev: 9 }),
    });
    const type = (value: string) => fireEvent.change(nickName, { target: { value } });
    type('李小娜');
    fireEvent.click(save());
    expect(await screen.findByRole('alert')).toHaveTextContent('姓名现为「娜娜」');
    expect(screen.getByLabelText(/姓名/)).toHaveValue('李小娜');
    fireEvent.click(save());
    await screen.findByText('资料已保存');
    expect(dataOf('updateProfile')).toMatchObject([
      { nickName: '李小娜', rev: 3 },
      { nickName: '李小娜', rev: 8 },
    ]);
    expect(getAdminUser()?.nickName).toBe('李小娜');
    await waitFor(() =>
      expect(screen.getByRole('button', { name: '账号菜单' })).toHaveTextContent('李小娜'),
    );

    type('李小小');
    fireEvent.click(save());
    await waitFor(() => expect(getAdminUser()?.nickName).toBe('李小小'));
    expect(screen.queryByText(/资料刚在别处修改过/)).not.toBeInTheDocument();
  });

  it('takes a picture, which then stands in the head of the page', async () => {
    const filePath = 'settings/202611/a.png';
    const app = await open({
      'adminAuth.updateProfile': ({ data }: SentCall) => ok({ ...adminRecord, ...data, rev: 4 }),
      'adminStorage.uploadImage': {
        filePath,
        fileID: '',
        mime: '',
        sizeBytes: 1,
        width: 1,
        height: 1,
      } as never,
    });
    const chooser = await screen.findByLabelText<HTMLInputElement>('头像', { selector: 'input' });
    await app.user.upload(chooser, new File([tinyPng], 'a.png', { type: 'image/png' }));
    expect(await screen.findByRole('button', { name: '更换「头像」的图片' })).toBeEnabled();
    fireEvent.click(save());
    await screen.findByText('资料已保存');
    expect(app.sent('updateProfile')).toMatchObject([{ data: { avatar: filePath } }]);
    const account = screen.getByRole('button', { name: '账号菜单' });
    await waitFor(() => expect(account.querySelector('img')).not.toBeNull());
    expect(getAdminUser()?.avatar).toBe(filePath);
  });

  it('offers a retry if the profile cannot be read', async () => {
    let dead = true;
    renderAdmin({
      at: '/admin/profile',
      answers: {
        'adminAuth.getProfile': () => (dead ? failed(codes.internal) : ok(adminRecord)),
      },
    });
    expect(await screen.findByText('资料加载失败')).toBeVisible();
    dead = false;
    fireEvent.click(screen.getByRole('button', { name: '重试' }));
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
    fireEvent.click(within(other).getByRole('button', { name: '强制退出' }));
    fireEvent.click(await screen.findByRole('button', { name: '确定' }));
    await screen.findByText('已强制退出该设备');
    expect(app.sent('revokeSession')).toMatchObject([{ data: { id: 's2' } }]);
    await waitFor(() => expect(other).not.toBeInTheDocument());
  });
});

it('a role without a name and rights says what is missing beside each', async () => {
  const { sent } = renderAdmin({ at: '/admin/administrators/roles/create' });
  fireEvent.click(await screen.findByRole('button', { name: '创建' }));
  expect(await screen.findByLabelText(/名称/)).toBeInvalid();
  expect(screen.queryByText('页面出错了')).toBeNull();
  expect(sent('createRole')).toEqual([]);
});

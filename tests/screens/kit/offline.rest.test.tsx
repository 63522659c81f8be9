import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { PlatformFailure } from '#dataProvider/platformFailure.ts';
import { answer, type Answering, renderAdmin } from '../renderAdmin.tsx';
import { aCategory, aTemplate, holding } from '../templates/templateFixture.ts';

let onLine: ReturnType<typeof vi.spyOn>;
const setOnline = (online: boolean) =>
  act(async () => {
    onLine.mockReturnValue(online);
    dispatchEvent(new Event(online ? 'online' : 'offline'));
  });

beforeEach(() => {
  localStorage.clear();
  onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true);
});
afterEach(() => vi.restoreAllMocks());

const unsent = () => new PlatformFailure('NETWORK', '网络已断开，请求没有发出，请在恢复连接后重试');
/** Reaches the server only while there is a network. */
const whileOnline =
  (answers: Answering): Answering =>
  call => {
    if (!navigator.onLine) throw unsent();
    return answers(call);
  };
const banner = '网络已断开，1 项修改等待提交，恢复连接后自动保存，请不要关闭页面';

describe('without a network', () => {
  const save = () => fireEvent.click(screen.getByRole('button', { name: '保存' }));
  const editing = async () => {
    let fails = false;
    const app = renderAdmin({
      at: '/admin/templates/edit/tpl_1',
      answers: holding([aTemplate()], {
        'adminTemplate.updateTemplate': whileOnline(({ data }) => {
          if (fails) throw new PlatformFailure('NETWORK', '网络连接失败');
          return answer(
            'adminTemplate',
            'updateTemplate',
            aTemplate({ rev: 5, name: String(data['name']) }),
          );
        }),
      }),
    });
    const name = await screen.findByRole('textbox', { name: /名称/ });
    const type = (value: string) => fireEvent.change(name, { target: { value } });
    type('断网时的名字');
    await setOnline(false);
    save();
    await screen.findByText('网络已断开，恢复连接后自动保存');
    return { ...app, name, type, fail: () => (fails = true) };
  };

  it('a save says that it waits, can be cancelled, and is sent once when the network is back', async () => {
    const { sent, dataOf, name, type, fail } = await editing();
    expect(screen.getByText(banner)).toBeVisible();
    fireEvent.click(screen.getAllByRole('button', { name: '取消提交' }).at(-1)!);
    expect(await screen.findByText('已取消提交，内容没有保存')).toBeVisible();
    const cancelled = sent('updateTemplate').length;
    await setOnline(true);
    expect(name).toHaveValue('断网时的名字');
    expect(screen.getByText('有 1 处修改未保存')).toBeVisible();
    expect(sent('updateTemplate')).toHaveLength(cancelled);

    await setOnline(false);
    save();
    await screen.findByText('网络已断开，恢复连接后自动保存');
    const before = sent('updateTemplate').length;
    await setOnline(true);
    expect(await screen.findByText('已保存')).toBeVisible();
    expect(sent('updateTemplate')).toHaveLength(before + 1);
    expect(dataOf('updateTemplate').at(-1)).toEqual({
      _id: 'tpl_1',
      rev: 4,
      name: '断网时的名字',
    });
    await waitFor(() => expect(screen.queryByText(/网络已断开/)).not.toBeInTheDocument());
    expect(await screen.findByText('已保存全部修改')).toBeVisible();

    // One that fails afterwards says so too.
    fail();
    type('又一个名字');
    save();
    expect(await screen.findByText('网络连接失败')).toBeVisible();
  });

  it('a save is not made in the next session', async () => {
    const app = await editing();
    const before = app.sent('updateTemplate').length;
    fireEvent.click(screen.getByRole('button', { name: '账号菜单' }));
    fireEvent.click(await screen.findByRole('menuitem', { name: '退出登录' }));
    fireEvent.click(
      within(await screen.findByRole('dialog')).getByRole('button', { name: '退出登录' }),
    );
    await setOnline(true);
    await screen.findByRole('heading', { name: '登录管理后台' });
    await waitFor(() => expect(app.sent('logout')).toHaveLength(1));
    fireEvent.change(screen.getByLabelText('用户名'), { target: { value: 'lina' } });
    fireEvent.change(screen.getByLabelText('密码'), { target: { value: 'secret-6' } });
    fireEvent.click(screen.getByRole('button', { name: '登录' }));
    await screen.findByRole('heading', { level: 1, name: '仪表盘' });
    await waitFor(() => expect(app.sent('getSummary')).not.toHaveLength(0));
    expect(app.sent('updateTemplate')).toHaveLength(before);
  });

  it('a deletion is not made, now or later, and says so', async () => {
    const app = renderAdmin({
      at: '/admin/categories',
      answers: holding([], {
        'adminCategory.deleteCategory': whileOnline(() =>
          answer('adminCategory', 'deleteCategory', { _id: 'cat_1' }),
        ),
        'adminCategory.getCategories': {
          list: [aCategory({ templateCount: 0 })],
          total: 1,
        },
      }),
    });
    fireEvent.click(await screen.findByRole('button', { name: '删除「古风国潮」' }));
    const dialog = within(await screen.findByRole('dialog'));
    await setOnline(false);
    fireEvent.click(dialog.getByRole('button', { name: '确认删除' }));
    expect(await dialog.findByRole('alert')).toHaveTextContent(
      '网络已断开，请求没有发出，请在恢复连接后重试',
    );
    await setOnline(true);
    await act(async () => {});
    expect(app.sent('deleteCategory')).toHaveLength(1);
  });
});

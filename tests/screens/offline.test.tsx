import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { PlatformFailure } from '#dataProvider/platformFailure.ts';
import { answer, type Answers, renderAdmin } from './renderAdmin.tsx';
import { aCategory, aTemplate, holding } from './templateFixture.ts';

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
  (answers: Answers[string]): Answers[string] =>
  call => {
    if (!navigator.onLine) throw unsent();
    return answers(call);
  };
const banner = '网络已断开，1 项修改等待提交，恢复连接后自动保存，请不要关闭页面';

describe('without a network', () => {
  const editing = () =>
    renderAdmin({
      at: '/admin/templates/edit/tpl_1',
      answers: holding([aTemplate()], {
        'adminTemplate.updateTemplate': whileOnline(({ data }) =>
          answer(
            'adminTemplate',
            'updateTemplate',
            aTemplate({ rev: 5, name: String(data['name']) }),
          ),
        ),
      }),
    });
  const type = async ({ user }: ReturnType<typeof editing>) => {
    const name = await screen.findByRole('textbox', { name: /名称/ });
    await user.clear(name);
    await user.type(name, '断网时的名字');
    await setOnline(false);
    await user.click(screen.getByRole('button', { name: '保存' }));
    await screen.findByText('网络已断开，恢复连接后自动保存');
    return name;
  };

  it('a save says that it waits, and is sent once when the network is back', async () => {
    const app = editing();
    await type(app);
    expect(screen.getByText(banner)).toBeVisible();
    const before = app.sent('updateTemplate').length;
    await setOnline(true);
    expect(await screen.findByText('已保存')).toBeVisible();
    expect(app.sent('updateTemplate')).toHaveLength(before + 1);
    expect(app.sent('updateTemplate').at(-1)?.data).toEqual({
      _id: 'tpl_1',
      rev: 4,
      name: '断网时的名字',
    });
    await waitFor(() => expect(screen.queryByText(/网络已断开/)).not.toBeInTheDocument());
    expect(await screen.findByText('已保存全部修改')).toBeVisible();
  });

  it('a save that fails after one that succeeded says so too', async () => {
    let fails = false;
    const app = renderAdmin({
      at: '/admin/templates/edit/tpl_1',
      answers: holding([aTemplate()], {
        'adminTemplate.updateTemplate': ({ data }) => {
          if (fails) throw new PlatformFailure('NETWORK', '网络连接失败');
          return answer(
            'adminTemplate',
            'updateTemplate',
            aTemplate({ rev: 5, subtitle: String(data['subtitle']) }),
          );
        },
      }),
    });
    const subtitle = await screen.findByRole('textbox', { name: '副标题' });
    await app.user.type(subtitle, '一');
    await app.user.click(screen.getByRole('button', { name: '保存' }));
    expect(await screen.findByText('已保存全部修改')).toBeVisible();
    fails = true;
    await app.user.type(subtitle, '二');
    await app.user.click(screen.getByRole('button', { name: '保存' }));
    expect(await screen.findByText('网络连接失败')).toBeVisible();
  });

  it('a save can be cancelled; what was typed stays, and nothing is sent', async () => {
    const app = editing();
    const name = await type(app);
    await app.user.click(screen.getAllByRole('button', { name: '取消提交' }).at(-1)!);
    expect(await screen.findByText('已取消提交，内容没有保存')).toBeVisible();
    const before = app.sent('updateTemplate').length;
    await setOnline(true);
    expect(name).toHaveValue('断网时的名字');
    expect(screen.getByText('有 1 处修改未保存')).toBeVisible();
    expect(app.sent('updateTemplate')).toHaveLength(before);
  });

  it('a save is not made in the next session', async () => {
    const app = editing();
    await type(app);
    const before = app.sent('updateTemplate').length;
    await app.user.click(screen.getByRole('button', { name: '账号菜单' }));
    await app.user.click(await screen.findByRole('menuitem', { name: '退出登录' }));
    await app.user.click(
      within(await screen.findByRole('dialog')).getByRole('button', { name: '退出登录' }),
    );
    await setOnline(true);
    await screen.findByRole('heading', { name: '登录管理后台' });
    await waitFor(() => expect(app.sent('logout')).toHaveLength(1));
    await app.user.type(screen.getByLabelText('用户名'), 'lina');
    await app.user.type(screen.getByLabelText('密码'), 'secret-6');
    await app.user.click(screen.getByRole('button', { name: '登录' }));
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
        'adminCategory.getCategories': () =>
          answer('adminCategory', 'getCategories', {
            list: [aCategory({ templateCount: 0 })],
            total: 1,
          }),
      }),
    });
    await app.user.click(await screen.findByRole('button', { name: '删除「古风国潮」' }));
    const dialog = within(await screen.findByRole('dialog'));
    await setOnline(false);
    await app.user.click(dialog.getByRole('button', { name: '确认删除' }));
    expect(await dialog.findByRole('alert')).toHaveTextContent(
      '网络已断开，请求没有发出，请在恢复连接后重试',
    );
    await setOnline(true);
    await act(async () => {});
    expect(app.sent('deleteCategory')).toHaveLength(1);
  });
});

import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { codes } from '#contract/envelope.ts';
import { allRights } from '#contract/rights/rights.ts';
import type { SavedView } from '#contract/savedView.ts';
import { adminRecord, type Answers, click, failed, ok, put, renderAdmin } from '../renderAdmin.tsx';
import { aTemplate, holding } from '../templates/templateFixture.ts';

beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => undefined));
afterEach(() => vi.restoreAllMocks());

const aView = (more: Partial<SavedView>): SavedView => ({
  _id: 'view_1',
  rev: 1,
  createTime: 1,
  updateTime: 1,
  resource: 'templates',
  name: '已上线',
  view: { filter: { status: 'online' }, sort: { field: 'sort', order: 'ASC' }, perPage: 50 },
  shared: false,
  ownerId: adminRecord._id,
  ownerName: '李娜',
  ...more,
});
const ofColleague = aView({
  _id: 'view_2',
  name: '草稿箱',
  shared: true,
  ownerId: 'admin_0002',
  ownerName: '王五',
  view: { ...aView({}).view, filter: { status: 'draft', formerField: 'x' } },
});
const ofOtherList = aView({ _id: 'view_3', name: '别的列表', resource: 'orders' });

/** With a back end that keeps these. */
const visit = async (views: SavedView[], answers: Answers = {}, rights?: readonly string[]) => {
  const held = new Map(views.map(view => [view._id, view]));
  const app = renderAdmin({
    at: '/admin/templates',
    ...(rights && { rights }),
    answers: {
      ...holding([aTemplate()]),
      'adminAuth.getSavedViews': () => ok({ list: [...held.values()] }),
      'adminAuth.saveView': ({ data }) => {
        const saved = aView(data);
        held.set(saved._id, saved);
        return ok(saved);
      },
      'adminAuth.deleteView': ({ data }) => {
        held.delete(String(data['_id']));
        return ok({ _id: String(data['_id']) });
      },
      ...answers,
    },
  });
  await screen.findByText('敦煌飞天');
  return app;
};
const openMenu = async (name = '视图') => {
  await click(await screen.findByRole('button', { name }));
  return within(await screen.findByRole('menu'));
};
const saveButton = () => screen.getByRole('button', { name: '保存' });
const inAddress = (name: string) => new URLSearchParams(location.search).get(name);

it('are asked for when the menu is first opened, once for all lists', async () => {
  const { sent } = await visit([aView({}), ofColleague, ofOtherList]);
  expect(sent('getSavedViews')).toEqual([]);
  const menu = await openMenu();
  expect(await menu.findByText('我的视图')).toBeVisible();
  expect(menu.getByRole('menuitem', { name: '草稿箱 王五' })).toBeVisible();
  expect(menu.queryByText('别的列表')).toBeNull();
  await click(menu.getByRole('menuitem', { name: '已上线' }));
  await waitFor(() => expect(inAddress('filter')).toBe('{"status":"online"}'));
  expect([inAddress('sort'), inAddress('perPage')]).toEqual(['sort', '50']);
  await openMenu('已上线');
  expect(sent('getSavedViews')).toHaveLength(1);
});

it('of colleagues are opened without filters that the list no longer has', async () => {
  const { sent } = await visit([ofColleague]);
  await click(await (await openMenu()).findByRole('menuitem', { name: /^草稿箱/ }));
  await waitFor(() => expect(inAddress('filter')).toBe('{"status":"draft"}'));
  expect(JSON.stringify(sent('getTemplates'))).not.toContain('formerField');
});

it('are saved and shared, and replaced under the same name', async () => {
  const { dataOf } = await visit([]);
  const menu = await openMenu();
  expect(await menu.findByText(/下次一键打开/)).toBeVisible();
  await click(menu.getByRole('menuitem', { name: '保存当前视图' }));
  put(await screen.findByLabelText('视图名称'), '常用');
  await click(saveButton());
  const again = await openMenu('常用');
  expect(again.getByRole('menuitem', { name: '常用' })).toHaveClass('Mui-selected');
  await click(again.getByRole('menuitem', { name: '保存当前视图' }));
  expect(await screen.findByText('已有同名视图，保存后会被替换')).toBeVisible();
  await click(screen.getByLabelText('与同事共享'));
  await click(saveButton());
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(dataOf('saveView')).toMatchObject([
    { resource: 'templates', name: '常用', shared: false },
    { resource: 'templates', name: '常用', shared: true },
  ]);
  expect((await openMenu('常用')).getByText('已与同事共享')).toBeVisible();
});

it('that are refused keep the dialog open, which says why', async () => {
  const refusal = failed(codes.invalidInput, undefined, {
    fields: { view: '筛选条件太多，不能存为视图' },
  });
  await visit([], { 'adminAuth.saveView': () => refusal });
  await click((await openMenu()).getByRole('menuitem', { name: '保存当前视图' }));
  put(await screen.findByLabelText('视图名称'), '常用');
  await click(saveButton());
  expect(await screen.findByText('筛选条件太多，不能存为视图')).toBeVisible();
  expect(screen.getByLabelText('视图名称')).toHaveValue('常用');
});

it('are removed where that is allowed; shared ones only after a question', async () => {
  const sure = vi.spyOn(window, 'confirm').mockReturnValueOnce(false).mockReturnValue(true);
  const { dataOf } = await visit([aView({}), ofColleague]);
  const menu = await openMenu();
  await click(await menu.findByRole('menuitem', { name: '删除视图「已上线」' }));
  await waitFor(() => expect(menu.queryByRole('menuitem', { name: '已上线' })).toBeNull());
  expect(sure).not.toHaveBeenCalled();
  const remove = menu.getByRole('menuitem', { name: '删除视图「草稿箱」' });
  await click(remove);
  expect(dataOf('deleteView')).toEqual([{ _id: 'view_1' }]);
  await click(remove);
  expect(await menu.findByText(/下次一键打开/)).toBeVisible();
  expect(dataOf('deleteView')).toEqual([{ _id: 'view_1' }, { _id: 'view_2' }]);
});

it('of colleagues have no button to remove them for who manages no administrators', async () => {
  const rights = allRights.filter(right => right !== 'administrators.write');
  await visit([aView({}), ofColleague], {}, rights);
  const menu = await openMenu();
  expect(await menu.findByRole('menuitem', { name: '删除视图「已上线」' })).toBeVisible();
  expect(menu.queryByRole('menuitem', { name: '删除视图「草稿箱」' })).toBeNull();
});

it('that cannot be read say so, and are asked for again', async () => {
  let broken = true;
  await visit([], {
    'adminAuth.getSavedViews': () => (broken ? failed(codes.internal) : ok({ list: [aView({})] })),
  });
  const menu = await openMenu();
  expect(await menu.findByText('加载失败')).toBeVisible();
  broken = false;
  await click(menu.getByRole('button', { name: '重试' }));
  expect(await menu.findByRole('menuitem', { name: '已上线' })).toBeVisible();
});

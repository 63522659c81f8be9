import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { CustomRoutes } from 'react-admin';
import { Route } from 'react-router-dom';
import { expect, it } from 'vitest';
import { codes } from '#contract/envelope.ts';
import { showScreens } from '../kit/stockFixture.tsx';
import { type Answers, failed, renderAdmin } from '../renderAdmin.tsx';

/*
 * The pages that were ordered, in their own words, as in `specification.test.tsx`. That every page has a title is in
 * `tests/e2e/everyRoute.spec.ts`.
 */

const listed = {
  '/dashboard': '仪表盘',
  '/local-app-templates': '本地应用模板',
  '/templates': '模板管理',
  '/categories': '分类管理',
  '/users': '用户管理',
  '/orders': '订单管理',
  '/print-orders': '冲印订单管理',
  '/images': '图片管理',
  '/activation-codes': '激活码管理',
  '/settings': '系统设置',
};
const further = {
  '/templates/quick-functions': '快捷入口管理',
  '/api-keys': 'API Key管理',
  '/keywords': '关键词管理',
  '/print-size-config': '照片尺寸管理',
  '/package-prices': '实体冲印服务包价格管理',
  '/profile': '个人资料',
  '/password': '修改密码',
  '/nowhere': '页面不存在',
  '/templates/edit/t1/more': '页面不存在',
};
const hidden = ['/users/x1', '/orders/x1', '/print-size-config', '/package-prices'];

/** Nothing can be read: what a page is called does not depend on it. */
const noAnswers = new Proxy<Answers>({}, { get: () => () => failed(codes.internal) });
const goTo = (path: string) =>
  act(() => {
    history.pushState({}, '', `/admin${path}`);
    dispatchEvent(new PopStateEvent('popstate'));
  });
const menu = () => screen.findByRole('navigation', { name: '主菜单' });
const linksOfMenu = async () =>
  within(await menu())
    .getAllByRole('link')
    .map(link => link.getAttribute('href'));

it('every page calls the tab {title} - 管理系统, and the menu lists ten of them everywhere', async () => {
  renderAdmin({ at: '/admin', answers: noAnswers });
  await waitFor(() => expect(document.title).toBe('仪表盘 - 管理系统'));
  expect(location.pathname).toBe('/admin/dashboard');
  for (const [path, title] of Object.entries({ ...further, ...listed })) {
    goTo(path);
    const place = `/admin${title === '页面不存在' ? '/404' : path}`;
    await waitFor(() =>
      expect([location.pathname, document.title]).toEqual([place, `${title} - 管理系统`]),
    );
  }
  for (const path of hidden) {
    goTo(path);
    const paths = await linksOfMenu();
    expect(paths).toEqual(expect.arrayContaining(Object.keys(listed).map(own => `/admin${own}`)));
    for (const one of hidden) expect([path, paths]).not.toContain([path, `/admin${one}`]);
  }
});

it('a page without a title is called 管理系统', async () => {
  await showScreens(
    '/admin/plain',
    <CustomRoutes>
      <Route path="/plain" element={<p>plain</p>} />
    </CustomRoutes>,
    noAnswers,
  );
  expect(await screen.findByText('plain')).toBeVisible();
  expect(document.title).toBe('管理系统');
});

it('what the menu does not list is reached from the print orders and by Ctrl-K', async () => {
  const { user } = renderAdmin({ at: '/admin/print-orders', answers: noAnswers });
  await user.click(await screen.findByRole('button', { name: '更多冲印设置' }));
  const names = ['照片尺寸管理', '实体冲印服务包价格管理'];
  for (const name of names) expect(await screen.findByRole('menuitem', { name })).toBeVisible();
  await user.keyboard('{Escape}');
  fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true });
  const search = await screen.findByRole('combobox', { name: '全局搜索' });
  for (const [typed, name] of [
    ['照片尺寸', names[0]],
    ['服务包', names[1]],
  ] as const) {
    fireEvent.change(search, { target: { value: typed } });
    expect(await screen.findByRole('option', { name: name! })).toBeVisible();
  }
});

it('the menu shows the pages of a section while one is in it, and the section of a hidden page', async () => {
  renderAdmin({ at: '/admin/keywords', answers: noAnswers });
  const link = async (name: string) => within(await menu()).findByRole('link', { name });
  expect(await link('关键词管理')).toHaveAttribute('aria-current', 'page');
  expect(await link('快捷入口管理')).toBeVisible();
  expect(within(await menu()).queryByRole('link', { name: 'API Key管理' })).toBeNull();
  goTo('/print-size-config');
  await waitFor(async () =>
    expect(await link('冲印订单管理')).toHaveAttribute('aria-current', 'page'),
  );
});

it('the menu is open from 1281 px, icons until it is opened below, and closed at 768 px', async () => {
  const wide = renderAdmin({ width: 1281, answers: noAnswers });
  expect(await menu()).toHaveAttribute('data-open', 'true');
  wide.unmount();
  for (const width of [769, 1280]) {
    localStorage.clear();
    const tight = renderAdmin({ width, answers: noAnswers });
    expect(await menu()).toHaveAttribute('data-open', 'false');
    expect(within(await menu()).getByRole('link', { name: '订单管理' })).toBeVisible();
    expect(screen.getByRole('navigation', { name: '当前位置' })).toBeVisible();
    fireEvent.click(screen.getByRole('button', { name: '打开菜单' }));
    expect(await menu()).toHaveAttribute('data-open', 'true');
    tight.unmount();
    const again = renderAdmin({ width, answers: noAnswers });
    expect(await menu()).toHaveAttribute('data-open', 'true');
    again.unmount();
  }
  renderAdmin({ width: 768, answers: noAnswers });
  await screen.findByRole('heading', { level: 1, name: '仪表盘' });
  expect(screen.queryByRole('navigation', { name: '主菜单' })).not.toBeInTheDocument();
  expect(screen.queryByRole('navigation', { name: '当前位置' })).not.toBeInTheDocument();
  fireEvent.click(screen.getByRole('button', { name: '打开菜单' }));
  expect(await menu()).toBeVisible();
});

import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { renderAdmin } from './renderAdmin.tsx';

const menu = () => screen.findByRole('navigation', { name: '主菜单' });

describe('the layout', () => {
  it('has its title, and a footer with the year', async () => {
    renderAdmin();
    await menu();
    expect(screen.getByText('AI图像处理')).toBeVisible();
    expect(
      screen.getByText(`AI图像处理云开发版后台管理系统 © ${new Date().getFullYear()}`),
    ).toBeVisible();
  });

  it('lists the ten entries in its menu, in their order', async () => {
    renderAdmin();
    const links = within(await menu()).getAllByRole('link');
    expect(links.map(link => link.textContent)).toEqual([
      '仪表盘',
      '本地应用模板',
      '模板管理',
      '分类管理',
      '用户管理',
      '订单管理',
      '冲印订单管理',
      '图片管理',
      '激活码管理',
      '系统设置',
    ]);
  });

  it('shows the pages of a section while one is in it', async () => {
    renderAdmin({ at: '/admin/keywords' });
    const here = await within(await menu()).findByRole('link', { name: '关键词管理' });
    expect(here).toHaveAttribute('aria-current', 'page');
    expect(within(await menu()).getByRole('link', { name: '快捷入口管理' })).toBeVisible();
    expect(within(await menu()).queryByRole('link', { name: 'API Key管理' })).toBeNull();
  });

  it('hides the sizes and prices of prints from its menu', async () => {
    renderAdmin({ at: '/admin/print-size-config' });
    const above = await within(await menu()).findByRole('link', { name: '冲印订单管理' });
    expect(above).toHaveAttribute('aria-current', 'page');
    for (const name of ['照片尺寸管理', '实体冲印服务包价格管理'])
      expect(within(await menu()).queryByRole('link', { name })).toBeNull();
  });

  it.each([769, 1280])(
    'shows the breadcrumb and the icons of its menu at %i px, until the menu is opened',
    async width => {
      const { user, unmount } = renderAdmin({ width });
      expect(await menu()).toHaveAttribute('data-open', 'false');
      expect(within(await menu()).getByRole('link', { name: '订单管理' })).toBeVisible();
      expect(screen.getByRole('navigation', { name: '当前位置' })).toBeVisible();
      await user.click(screen.getByRole('button', { name: '打开菜单' }));
      expect(await menu()).toHaveAttribute('data-open', 'true');
      unmount();
      renderAdmin({ width });
      expect(await menu()).toHaveAttribute('data-open', 'true');
    },
  );

  it('opens its menu at 1281 px', async () => {
    renderAdmin({ width: 1281 });
    expect(await menu()).toHaveAttribute('data-open', 'true');
  });

  it('closes its menu and hides the breadcrumb at 768 px', async () => {
    const { user } = renderAdmin({ width: 768 });
    await screen.findByRole('heading', { level: 1, name: '仪表盘' });
    expect(screen.queryByRole('navigation', { name: '主菜单' })).not.toBeInTheDocument();
    expect(screen.queryByRole('navigation', { name: '当前位置' })).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: '打开菜单' }));
    expect(await menu()).toBeVisible();
  });
});

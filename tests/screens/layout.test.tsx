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

  it('lists in its menu what works, in the order of the specification', async () => {
    renderAdmin();
    const links = within(await menu()).getAllByRole('link');
    expect(links.map(link => link.textContent)).toEqual([
      '仪表盘',
      '模板管理',
      '关键词管理',
      '分类管理',
    ]);
  });

  it('opens its menu and shows the breadcrumb at 769 px', async () => {
    renderAdmin({ width: 769 });
    expect(await menu()).toHaveAttribute('data-open', 'true');
    expect(screen.getByRole('navigation', { name: '当前位置' })).toBeVisible();
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

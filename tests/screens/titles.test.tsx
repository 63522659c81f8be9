import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { categoryEntity } from '#contract/category.ts';
import { keywordEntity } from '#contract/keyword.ts';
import { templateEntity } from '#contract/template.ts';
import { ok, renderAdmin } from './renderAdmin.tsx';

const stored = { _id: 't1', rev: 1, createTime: 1, updateTime: 1 };
const answers = {
  'adminTemplate.getTemplateById': () =>
    ok(templateEntity.record.parse({ ...stored, name: '樱花少女', status: 'draft' })),
  'adminCategory.getCategoryById': () =>
    ok(categoryEntity.record.parse({ ...stored, name: '写真', status: 'enabled' })),
  'keyword.getKeywordsByIds': () =>
    ok({
      list: [
        keywordEntity.record.parse({ ...stored, word: '国风', norm: '国风', status: 'enabled' }),
      ],
    }),
};

describe('the title of a page', () => {
  it.each([
    ['/dashboard', '仪表盘 - 管理系统'],
    ['/templates', '模板管理 - 管理系统'],
    ['/templates/create', '新建模板 - 管理系统'],
    ['/templates/edit/t1', '编辑模板 - 管理系统'],
    ['/categories', '分类管理 - 管理系统'],
    ['/categories/edit/t1', '编辑分类 - 管理系统'],
    ['/keywords', '关键词管理 - 管理系统'],
    ['/keywords/edit/t1', '编辑关键词 - 管理系统'],
    ['/profile', '个人资料 - 管理系统'],
    ['/password', '修改密码 - 管理系统'],
    ['/404', '页面不存在 - 管理系统'],
  ])('at %s is %s', async (path, title) => {
    renderAdmin({ at: `/admin${path}`, answers });
    await screen.findByRole('heading', { level: 1 });
    await waitFor(() => expect(document.title).toBe(title));
  });

  it('follows every navigation', async () => {
    const { user } = renderAdmin();
    await user.click(await screen.findByRole('link', { name: '分类管理' }));
    await waitFor(() => expect(document.title).toBe('分类管理 - 管理系统'));
  });
});

describe('addresses', () => {
  it('lead from the root to the dashboard', async () => {
    renderAdmin({ at: '/admin' });
    await screen.findByRole('heading', { level: 1, name: '仪表盘' });
    expect(location.pathname).toBe('/admin/dashboard');
  });

  it.each(['/admin/nowhere', '/admin/templates/edit/t1/more', '/admin/dashboard/x'])(
    'unknown, such as %s, lead to 404 inside the layout, with the session kept',
    async at => {
      renderAdmin({ at, answers });
      await screen.findByRole('heading', { level: 1, name: '页面不存在' });
      expect(location.pathname).toBe('/admin/404');
      expect(screen.getByRole('button', { name: '账号菜单' })).toBeVisible();
    },
  );

  it.each(['/admin/templates/t1', '/admin/templates/t1/show'])(
    'of react-admin, such as %s, lead to the specified one',
    async at => {
      renderAdmin({ at, answers });
      await screen.findByRole('heading', { level: 1, name: '编辑模板' });
      expect(location.pathname).toBe('/admin/templates/edit/t1');
    },
  );

  it('name the record in the breadcrumb, not its id', async () => {
    renderAdmin({ at: '/admin/templates/edit/t1', answers });
    const breadcrumb = await screen.findByRole('navigation', { name: '当前位置' });
    await waitFor(() => expect(breadcrumb).toHaveTextContent('仪表盘/模板管理/樱花少女'));
  });
});

describe('the breadcrumb', () => {
  it('names every page above, also a preset’s template management', async () => {
    renderAdmin({ at: '/admin/templates/presets/create', answers });
    const place = within(await screen.findByRole('navigation', { name: '当前位置' }));
    expect(place.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
      '仪表盘',
      '模板管理',
      '模板预设',
    ]);
  });
});

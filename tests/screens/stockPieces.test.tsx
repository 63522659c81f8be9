import { screen, waitFor, within } from '@testing-library/react';
import type { ReactElement } from 'react';
import {
  CustomRoutes,
  Datagrid,
  DateField,
  Edit,
  EditGuesser,
  List,
  ListGuesser,
  Resource,
  ShowGuesser,
  SimpleForm,
  TextField,
  TextInput,
  Title,
} from 'react-admin';
import { Route } from 'react-router-dom';
import { describe, expect, it } from 'vitest';
import { categoryEntity } from '#contract/category.ts';
import { Resource as OwnResource } from '#src/admin/kit/base/Resource.tsx';
import { failed, ok, type SentCall } from './renderAdmin.tsx';
import { showScreens } from './stockFixture.tsx';

/*
 * Pages as react-admin's documentation has them, with nothing of this product's: they get title, tab, breadcrumb and
 * menu like every other.
 */

const stored = { _id: 'cat_1', rev: 1, createTime: 1_700_000_000_000, updateTime: 1 };
const category = categoryEntity.record.parse({ ...stored, name: '写真', status: 'enabled' });
const answers = {
  'adminCategory.getCategories': ({ data }: SentCall) =>
    (data['sort'] as { field: string } | undefined)?.field === 'name'
      ? failed(40001, '请检查输入', { fields: { 'sort.field': '选项无效' } })
      : ok({ list: [category], total: 1 }),
  'adminCategory.getCategoryById': () => ok(category),
};

const Revenue = () => (
  <>
    <Title title="Revenue" />
    <p>12,345</p>
  </>
);

const CategoryList = () => (
  <List>
    <Datagrid>
      <TextField source="name" />
      <DateField source="createTime" />
    </Datagrid>
  </List>
);

const CategoryEdit = () => (
  <Edit>
    <SimpleForm>
      <TextInput source="name" />
    </SimpleForm>
  </Edit>
);

const show = (at: string, screens: ReactElement) => showScreens(at, screens, answers);
const heading = (name: string) => screen.findByRole('heading', { level: 1, name });
const breadcrumb = () => screen.getByRole('navigation', { name: '当前位置' });
const menuLink = (name: string) =>
  within(screen.getByRole('navigation', { name: '主菜单' })).findByRole('link', { name });

describe('a page of the documentation', () => {
  it('opens as a custom route, with its title, tab and breadcrumb', async () => {
    await show(
      '/admin/revenue',
      <CustomRoutes>
        <Route path="/revenue" element={<Revenue />} />
      </CustomRoutes>,
    );
    expect(await heading('Revenue')).toBeVisible();
    expect(screen.getByText('12,345')).toBeVisible();
    await waitFor(() => expect(document.title).toBe('Revenue - 管理系统'));
    expect(breadcrumb()).toHaveTextContent('仪表盘/Revenue');
  });

  it.each([
    ['react-admin’s resource', Resource],
    ['the resource of the kit', OwnResource],
  ])('lists and edits in %s', async (_of, Any) => {
    const { user } = await show(
      '/admin/categories',
      <Any name="categories" list={CategoryList} edit={CategoryEdit} />,
    );
    expect(await heading('分类管理')).toBeVisible();
    expect(await menuLink('分类管理')).toHaveAttribute('aria-current', 'page');
    await user.click(await screen.findByText('写真'));
    expect(await heading('编辑分类')).toBeVisible();
    expect(await screen.findByDisplayValue('写真')).toBeVisible();
    await waitFor(() => expect(breadcrumb()).toHaveTextContent('仪表盘/分类管理/写真'));
    await waitFor(() => expect(document.title).toBe('编辑分类 - 管理系统'));
  });

  it('says that a column cannot be sorted, and has its usual order when it is opened again', async () => {
    const list = <Resource name="categories" list={CategoryList} />;
    const { user, unmount } = await show('/admin/categories', list);
    await user.click(await screen.findByText('名称', undefined, { timeout: 5_000 }));
    expect(await screen.findByText('不能按这一列排序，请选择其他列')).toBeVisible();
    unmount();
    await show('/admin/categories', list);
    expect(await screen.findByText('写真')).toBeVisible();
  });

  it.each([
    ['/admin/categories', '分类管理'],
    ['/admin/categories/cat_1', '编辑分类'],
    ['/admin/categories/cat_1/show', '分类 写真'],
  ])('is guessed at %s', async (at, title) => {
    await show(
      at,
      <Resource name="categories" list={ListGuesser} edit={EditGuesser} show={ShowGuesser} />,
    );
    expect(await screen.findByRole('heading', { level: 1 })).toBeVisible();
    const main = screen.getByRole('main');
    const values = () => [...main.querySelectorAll('input')].map(({ value }) => value);
    await waitFor(() => expect([main.textContent, ...values()].join()).toContain('写真'));
    await waitFor(() => expect(document.title).toContain(title));
  });
});

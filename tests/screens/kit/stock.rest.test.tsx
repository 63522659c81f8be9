import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { ReactElement } from 'react';
import {
  Datagrid,
  DataTable,
  DateField,
  DeleteButton,
  Edit,
  List,
  ReferenceField,
  ReferenceManyField,
  Resource,
  SaveButton,
  SelectInput,
  Show,
  SimpleForm,
  SimpleShowLayout,
  TextField,
  TextInput,
  Toolbar,
} from 'react-admin';
import { describe, expect, it, vi } from 'vitest';
import * as kit from '#src/admin/kit/index.ts';
import { ok } from '../renderAdmin.tsx';
import { button, category, cell, oneCategory, showScreens } from './stockFixture.tsx';

/*
 * react-admin's own parts, imported and written as in its documentation, read and save what the functions hold, by these
 * very calls; more of them are used in a browser by `tests/trial/pieces.rest.test.ts`. By which names other resources are
 * read, changed and deleted is asked of the data provider.
 */

const show = (path: string, screens: ReactElement, answers = oneCategory()) =>
  showScreens(`/admin${path}`, screens, answers);
const heading = (name: string) => screen.findByRole('heading', { level: 1, name });
const type = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } });
const click = async (name: string) => fireEvent.click(await button(name));
/** Notifications go when something else is clicked; only then is done what could be undone. */
const clickElsewhere = () => fireEvent.click(screen.getByRole('heading', { level: 1 }));
const changed = { _id: 'cat_1', rev: 1, name: '写真集' };
const removed = { _id: 'cat_1', rev: 1 };

/** jsdom's files have no `text`. */
const textOf = (file: Blob) =>
  new Promise<string>(resolve => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.readAsText(file);
  });

describe('a page of the documentation', () => {
  it('lists in a Datagrid, says that a column cannot be sorted, and is filtered by a form', async () => {
    const filters = [
      <TextInput key="1" label="搜索" source="q" alwaysOn />,
      <SelectInput
        key="2"
        label="状态"
        source="status"
        choices={[{ id: 'enabled', name: '开' }]}
      />,
    ];
    const { user, dataOf } = await show(
      '/categories',
      <Resource
        name="categories"
        list={() => (
          <List filters={filters}>
            <Datagrid>
              <TextField source="name" />
              <DateField source="createTime" />
            </Datagrid>
          </List>
        )}
      />,
    );
    expect(await cell('写真')).toBeVisible();
    fireEvent.click(await screen.findByText('名称'));
    expect(await screen.findByText(/^不能按这一列排序，请选择其他列（sort.field）/)).toBeVisible();
    type(screen.getByLabelText('搜索'), 'credits');
    await waitFor(() => expect(dataOf('getCategories').at(-1)).toMatchObject({ q: 'credits' }));
    await user.click(await button('添加筛选'));
    await user.click(await screen.findByRole('menuitemcheckbox', { name: '状态' }));
    await user.click(await screen.findByRole('combobox', { name: '状态' }));
    await user.click(await screen.findByRole('option', { name: '开' }));
    await waitFor(() =>
      expect(dataOf('getCategories').at(-1)).toMatchObject({ filter: { status: 'enabled' } }),
    );
  });

  it('exports a table, also of what is beyond what the server gives at once', async () => {
    const files: Blob[] = [];
    const clicked = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue();
    URL.createObjectURL = file => `blob:${files.push(file as Blob)}`;
    const rows = Array.from({ length: 150 }, (_, at) => ({
      ...category,
      _id: `r_${at}`,
      sort: at,
    }));
    await show('/categories', <Resource name="categories" list={PlainList} />, {
      'adminCategory.getCategories': ({ data }) => {
        const { page, pageSize } = data as { page: number; pageSize: number };
        return ok({ list: rows.slice((page - 1) * pageSize, page * pageSize), total: 150 });
      },
    });
    await click('导出');
    await waitFor(() => expect(files).toHaveLength(1));
    clicked.mockRestore();
    const [head, ...lines] = (await textOf(files[0]!)).trim().split('\n');
    expect(head).toContain('name');
    expect(lines.at(-1)).toContain('r_149');
    expect(lines).toHaveLength(150);
  });

  it('shows the records that name another one, which is shown there', async () => {
    const { calls } = await show(
      '/categories/cat_1/show',
      <Resource
        name="categories"
        show={() => (
          <Show>
            <SimpleShowLayout>
              <ReferenceManyField reference="templates" target="categoryIds">
                <Datagrid>
                  <TextField source="name" />
                  <ReferenceField source="categoryIds.0" reference="categories">
                    <TextField source="name" />
                  </ReferenceField>
                </Datagrid>
              </ReferenceManyField>
            </SimpleShowLayout>
          </Show>
        )}
      />,
    );
    expect(await cell('相关')).toBeVisible();
    expect(await cell('写真')).toBeVisible();
    const read = (action: string) => calls.findLast(call => call.action === action)?.data;
    expect(read('getTemplates')).toMatchObject({ filter: { categoryIds: 'cat_1' } });
    expect(read('getCategories')).toMatchObject({ filter: { ids: ['cat_1'] } });
  });
});

const PlainList = () => (
  <List>
    <DataTable>
      <DataTable.Col source="name" />
      <DataTable.Col>
        <DeleteButton />
      </DataTable.Col>
    </DataTable>
  </List>
);
const editPage = (mutationMode: 'pessimistic' | 'undoable') => (
  <Resource
    name="categories"
    list={PlainList}
    edit={() => (
      <Edit mutationMode={mutationMode}>
        <SimpleForm
          toolbar={
            <Toolbar>
              <SaveButton />
              <DeleteButton mutationMode={mutationMode} />
            </Toolbar>
          }
        >
          <TextInput label="新的名字" source="name" />
        </SimpleForm>
      </Edit>
    )}
  />
);

describe('records of the documentation', () => {
  const change = async (name = '写真') => {
    fireEvent.click(await cell(name));
    type(await screen.findByLabelText('新的名字'), '写真集');
    await click('保存');
    expect(await cell('写真集')).toBeVisible();
  };
  const expectGone = (name: string) =>
    waitFor(() => expect(screen.queryByRole('cell', { name })).toBeNull());

  it('are saved at once by a form that waits, and deleted once that is confirmed', async () => {
    const { sent, dataOf } = await show('/categories', editPage('pessimistic'));
    await change();
    expect(dataOf('updateCategory')).toEqual([changed]);
    fireEvent.click(await cell('写真集'));
    await screen.findByLabelText('新的名字');
    await click('删除');
    const dialog = within(await screen.findByRole('dialog'));
    expect(sent('deleteCategory')).toEqual([]);
    fireEvent.click(dialog.getByRole('button', { name: '确定' }));
    expect(await screen.findByText('已删除 1 项')).toBeVisible();
    expect(dataOf('deleteCategory')).toEqual([{ ...removed, rev: 2 }]);
    await expectGone('写真集');
  });

  it('are saved by a form that lets it be undone, or left as they were', async () => {
    const { sent, dataOf } = await show('/categories', editPage('undoable'));
    await change();
    await click('撤销');
    expect(await cell('写真')).toBeVisible();
    expect(sent('updateCategory')).toEqual([]);
    await change();
    clickElsewhere();
    await waitFor(() => expect(sent('updateCategory')).toHaveLength(1));
    expect(dataOf('updateCategory')[0]).toEqual(changed);
  });

  it('are deleted unless that is undone', async () => {
    const { sent, dataOf } = await show(
      '/categories',
      <Resource name="categories" list={PlainList} />,
    );
    const remove = async () => {
      const row = (await cell('写真')).closest('tr')!;
      fireEvent.click(await within(row).findByRole('button', { name: '删除' }));
      await expectGone('写真');
    };
    await remove();
    await click('撤销');
    expect(await cell('写真')).toBeVisible();
    expect(sent('deleteCategory')).toEqual([]);
    await remove();
    clickElsewhere();
    await waitFor(() => expect(sent('deleteCategory')).toHaveLength(1));
    expect(dataOf('deleteCategory')[0]).toEqual(removed);
  });
});

describe('a page of the documentation, imported from the kit', () => {
  const list = () => (
    <kit.List filters={[<kit.TextInput key="q" label="Search" source="q" alwaysOn />]}>
      <kit.DataTable>
        <kit.DataTable.Col source="name" />
      </kit.DataTable>
    </kit.List>
  );
  const form = (
    <kit.SimpleForm>
      <kit.TextInput source="name" />
    </kit.SimpleForm>
  );

  it('lists, filters, edits, counts what is unsaved, and saves', async () => {
    const { dataOf } = await show(
      '/categories',
      <kit.Resource name="categories" list={list} edit={() => <kit.Edit>{form}</kit.Edit>} />,
    );
    expect(await cell('写真')).toBeVisible();
    const link = within(screen.getByRole('navigation', { name: '主菜单' })).getByRole('link', {
      name: '分类管理',
    });
    expect(link).toHaveAttribute('aria-current', 'page');
    type(await screen.findByLabelText('Search'), '写');
    await waitFor(() => expect(dataOf('getCategories').at(-1)).toMatchObject({ q: '写' }));
    fireEvent.click(await cell('写真'));
    type(await screen.findByDisplayValue('写真'), '写真集');
    expect(await heading('编辑分类')).toBeVisible();
    expect(await screen.findByText('有 1 处修改未保存')).toBeVisible();
    await click('保存');
    await waitFor(() => expect(screen.queryByText('有 1 处修改未保存')).toBeNull());
    expect(dataOf('updateCategory')).toEqual([changed]);
    expect(screen.getByDisplayValue('写真集')).toBeVisible();
  });

  it('leads to the list from a new record that has no page of its own', async () => {
    await show(
      '/categories/create',
      <kit.Resource name="categories" list={list} create={() => <kit.Create>{form}</kit.Create>} />,
    );
    type(await screen.findByLabelText(/^名称/), '写真');
    await click('创建');
    expect(await cell('写真')).toBeVisible();
  });

  it('asks for nothing of an owner that is not there yet', async () => {
    const Templates = () => (
      <kit.ReferenceManyField reference="templates" target="categoryIds">
        <kit.DataTable>
          <kit.DataTable.Col source="name" />
        </kit.DataTable>
      </kit.ReferenceManyField>
    );
    const { sent } = await show('/categories', <kit.Resource name="categories" list={Templates} />);
    expect(await screen.findByRole('heading', { level: 1 })).toBeVisible();
    expect(sent('getTemplates')).toEqual([]);
  });
});

describe('addresses', () => {
  const page = (name: string) => () => <h2>{name}</h2>;
  const both = (
    <Resource name="categories" list={page('list')} edit={page('edit')} show={page('show')} />
  );
  const kitBoth = <kit.Resource {...both.props} />;
  const kitShow = <kit.Resource name="categories" list={page('list')} show={page('show')} />;
  const opens = async (screens: ReactElement, path: string, name: string) => {
    const { unmount } = await show(path, screens);
    expect(await screen.findByRole('heading', { level: 2, name })).toBeVisible();
    const { pathname } = location;
    unmount();
    return pathname;
  };

  it('of a resource with both, `/{id}/show` is the page to read and `/{id}` leads to the form', async () => {
    expect(await opens(both, '/categories/cat_1/show', 'show')).toBe(
      '/admin/categories/cat_1/show',
    );
    expect(await opens(kitBoth, '/categories/cat_1/show', 'show')).toBe(
      '/admin/categories/cat_1/show',
    );
    expect(await opens(kitBoth, '/categories/cat_1', 'edit')).toBe('/admin/categories/edit/cat_1');
    expect(await opens(kitShow, '/categories/cat_1/show', 'show')).toBe('/admin/categories/cat_1');
  });

  it.each(['/categories/create', '/categories/edit'])(
    '%s without such a page is not found',
    async path => {
      await show(path, kitShow);
      await waitFor(() => expect(location.pathname).toBe('/admin/404'));
    },
  );
});

describe('forms of the kit', () => {
  const { EditBase, FormTab, SimpleForm, TabbedForm } = kit;

  it('in an EditBase do after a save what that says', async () => {
    const onSuccess = vi.fn();
    await show(
      '/categories',
      <Resource
        name="categories"
        list={() => (
          <EditBase id="cat_1" mutationMode="pessimistic" mutationOptions={{ onSuccess }}>
            <SimpleForm>
              <TextInput source="name" />
            </SimpleForm>
          </EditBase>
        )}
      />,
    );
    type(await screen.findByDisplayValue('写真'), '写真集');
    await click('保存');
    await waitFor(() => expect(onSuccess).toHaveBeenCalledOnce());
  });

  it('in tabs keep what is typed from one to the other, and say that it is not saved', async () => {
    const { dataOf } = await show(
      '/categories/edit/cat_1',
      <kit.Resource
        name="categories"
        list={() => null}
        edit={() => (
          <kit.Edit>
            <TabbedForm>
              <FormTab label="一">
                <TextInput source="name" />
              </FormTab>
              <TabbedForm.Tab label="二" path="second">
                <TextInput source="description" />
              </TabbedForm.Tab>
            </TabbedForm>
          </kit.Edit>
        )}
      />,
    );
    type(await screen.findByLabelText('名称'), '写真集');
    fireEvent.click(screen.getByRole('tab', { name: '二' }));
    type(await screen.findByLabelText('说明'), '春天');
    expect(await screen.findByText('有 2 处修改未保存')).toBeVisible();
    await click('保存');
    await waitFor(() =>
      expect(dataOf('updateCategory')).toEqual([{ ...changed, description: '春天' }]),
    );
  });
});

import { screen, waitFor } from '@testing-library/react';
import {
  Datagrid,
  DataTable,
  EditGuesser,
  List,
  ListGuesser,
  ReferenceField,
  ReferenceManyField,
  Resource,
  SelectInput,
  Show,
  ShowGuesser,
  SimpleShowLayout,
  TextField,
  TextInput,
} from 'react-admin';
import { describe, expect, it, vi } from 'vitest';
import * as kit from '#src/admin/kit/index.ts';
import { ok } from './renderAdmin.tsx';
import { answersFor, button, cell, partOf, parts, showScreens } from './stockFixture.tsx';

/* react-admin's own parts, imported and written as in its documentation: pages that are read. */

/** jsdom's files have no `text`. */
const textOf = (file: Blob) =>
  new Promise<string>(resolve => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.readAsText(file);
  });

describe.each(parts)('$resource with parts of react-admin', part => {
  const { resource, source, filter, record, namedBy, many, id, names, action, open, PlainList } =
    partOf(part);

  it.each([
    ['list', ''],
    ['edit', `/${id}`],
    ['show', `/${id}/show`],
  ])('are guessed for the %s page', async (_page, path) => {
    await open(
      path,
      <Resource name={resource} list={ListGuesser} edit={EditGuesser} show={ShowGuesser} />,
    );
    expect(await screen.findByRole('heading', { level: 1 })).toBeVisible();
    const values = () => [...document.querySelectorAll('input')].map(({ value }) => value);
    await waitFor(() =>
      expect([screen.getByRole('main').textContent, ...values()].join()).toContain('写真'),
    );
  });

  it.each([
    [
      'Datagrid',
      <Datagrid key="grid">
        <TextField source={source} />
      </Datagrid>,
    ],
    [
      'DataTable',
      <DataTable key="table">
        <DataTable.Col source={source} />
      </DataTable>,
    ],
  ])('are listed in a %s and filtered by a form', async (_name, table) => {
    const filters = [
      <TextInput key="1" label={filter.label} source={filter.source} alwaysOn />,
      <SelectInput
        key="2"
        label="状态"
        source="status"
        choices={[{ id: 'enabled', name: '开' }]}
      />,
    ];
    const { user, sent } = await open(
      '',
      <Resource name={resource} list={() => <List filters={filters}>{table}</List>} />,
    );
    expect(await cell('写真')).toBeVisible();
    await user.type(screen.getByLabelText(filter.label), 'credits');
    await waitFor(() => expect(sent(action('list')).at(-1)?.data).toMatchObject(filter.sent));
    await user.click(await button('添加筛选'));
    await user.click(await screen.findByRole('menuitemcheckbox', { name: '状态' }));
    await user.click(await screen.findByRole('combobox', { name: '状态' }));
    await user.click(await screen.findByRole('option', { name: '开' }));
    await waitFor(() =>
      expect(sent(action('list')).at(-1)?.data).toMatchObject({ filter: { status: 'enabled' } }),
    );
  });

  it('are exported as a table, also those beyond what the server gives at once', async () => {
    const files: Blob[] = [];
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue();
    URL.createObjectURL = file => `blob:${files.push(file as Blob)}`;
    const rows = Array.from({ length: 150 }, (_, at) => ({ ...record, _id: `r_${at}`, sort: at }));
    const { user } = await showScreens(
      `/admin/${resource}`,
      <Resource name={resource} list={PlainList} />,
      {
        [`${part.entity.function}.${action('list')}`]: ({ data }) => {
          const { page, pageSize } = data as { page: number; pageSize: number };
          return ok({ list: rows.slice((page - 1) * pageSize, page * pageSize), total: 150 });
        },
      },
    );
    await user.click(await button('导出'));
    await waitFor(() => expect(files).toHaveLength(1));
    click.mockRestore();
    const [file = new Blob()] = files;
    const [head, ...lines] = (await textOf(file)).trim().split('\n');
    expect(head).toContain(source);
    expect(lines.at(-1)).toContain('r_149');
    expect(lines).toHaveLength(150);
  });

  it('show the records that name them', async () => {
    const { calls } = await open(
      `/${id}/show`,
      <Resource
        name={resource}
        show={() => (
          <Show>
            <SimpleShowLayout>
              <ReferenceManyField reference={many.reference} target={many.target}>
                <Datagrid>
                  <TextField source={source} />
                </Datagrid>
              </ReferenceManyField>
            </SimpleShowLayout>
          </Show>
        )}
      />,
    );
    expect(await cell('相关')).toBeVisible();
    expect(calls.find(call => `${call.name}.${call.action}` === many.list)?.data).toMatchObject({
      filter: { [many.target]: id },
    });
  });

  it('are shown where other records name them', async () => {
    const { calls } = await showScreens(
      `/admin/${namedBy.resource}`,
      <Resource
        name={namedBy.resource}
        list={() => (
          <List>
            <Datagrid>
              <ReferenceField source={namedBy.source} reference={resource}>
                <TextField source={source} />
              </ReferenceField>
            </Datagrid>
          </List>
        )}
      />,
      {
        ...answersFor(part),
        [namedBy.list]: ({ data }) =>
          ok({ list: [data['filter'] ? record : { _id: 'row_1', ...namedBy.row }], total: 1 }),
      },
    );
    expect(await cell('写真')).toBeVisible();
    const read = names['getMany'] ?? names['list'];
    expect(calls.findLast(call => call.action === read?.name)?.data).toMatchObject(
      names['getMany'] ? { ids: [id] } : { filter: { ids: [id] } },
    );
  });
});

describe('a page of the documentation, imported from the kit', () => {
  const [part] = parts;
  const List = () => (
    <kit.List filters={[<kit.TextInput key="q" label="Search" source="q" alwaysOn />]}>
      <kit.DataTable>
        <kit.DataTable.Col source="name" />
      </kit.DataTable>
    </kit.List>
  );
  const Edit = () => (
    <kit.Edit>
      <kit.SimpleForm>
        <kit.TextInput source="name" />
      </kit.SimpleForm>
    </kit.Edit>
  );

  it('lists, filters, edits, counts what is unsaved, and saves', async () => {
    if (!part) throw new Error('no resource');
    const { user, sent } = await showScreens(
      '/admin/categories',
      <kit.Resource name="categories" list={List} edit={Edit} />,
      answersFor(part),
    );
    expect(await cell('写真')).toBeVisible();
    await user.type(await screen.findByLabelText('Search'), '写');
    await waitFor(() => expect(sent('getCategories').at(-1)?.data).toMatchObject({ q: '写' }));
    await user.click(await cell('写真'));
    await user.type(await screen.findByDisplayValue('写真'), '集');
    expect(await screen.findByText('有 1 处修改未保存')).toBeVisible();
    await user.click(await button('保存'));
    await waitFor(() => expect(screen.queryByText('有 1 处修改未保存')).toBeNull());
    expect(sent('updateCategory').map(({ data }) => data)).toEqual([
      { _id: 'cat_1', rev: 1, name: '写真集' },
    ]);
    expect(screen.getByDisplayValue('写真集')).toBeVisible();
  });

  it('leads to the list from a new record that has no page of its own', async () => {
    if (!part) throw new Error('no resource');
    const Create = () => (
      <kit.Create>
        <kit.SimpleForm>
          <kit.TextInput source="name" />
        </kit.SimpleForm>
      </kit.Create>
    );
    const { user } = await showScreens(
      '/admin/categories/create',
      <kit.Resource name="categories" list={List} create={Create} />,
      { ...answersFor(part), 'adminCategory.createCategory': () => ok(part.record) },
    );
    await user.type(await screen.findByLabelText(/^名称/), '写真');
    await user.click(await button('创建'));
    expect(await cell('写真')).toBeVisible();
  });

  it('asks for nothing of an owner that is not there yet', async () => {
    if (!part) throw new Error('no resource');
    const Templates = () => (
      <kit.ReferenceManyField reference="templates" target="categoryIds">
        <kit.DataTable>
          <kit.DataTable.Col source="name" />
        </kit.DataTable>
      </kit.ReferenceManyField>
    );
    const { sent } = await showScreens(
      '/admin/categories',
      <kit.Resource name="categories" list={Templates} />,
      answersFor(part),
    );
    expect(await screen.findByRole('heading', { level: 1 })).toBeVisible();
    expect(sent('getTemplates')).toEqual([]);
  });
});

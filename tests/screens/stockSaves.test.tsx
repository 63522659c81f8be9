import { screen, waitFor, within } from '@testing-library/react';
import {
  CustomRoutes,
  DeleteButton,
  Edit,
  ListGuesser,
  Resource,
  SaveButton,
  SimpleForm,
  TextInput,
  Toolbar,
  useDataProvider,
  useDelete,
  useGetList,
  useGetMany,
  useUpdate,
} from 'react-admin';
import { Route } from 'react-router-dom';
import { describe, expect, it } from 'vitest';
import type { AdminDataProvider } from '#dataProvider/dataProvider.ts';
import type { renderAdmin } from './renderAdmin.tsx';
import { answersFor, button, cell, partOf, parts, showScreens } from './stockFixture.tsx';

/* react-admin's own parts, imported and written as in its documentation: what saves, deletes and calls. */

/** Notifications go when something else is clicked; only then is done what could be undone. */
const clickElsewhere = ({ user }: Pick<ReturnType<typeof renderAdmin>, 'user'>) =>
  user.click(screen.getByRole('heading', { level: 1 }));

describe.each(parts)('$resource with parts of react-admin', part => {
  const { resource, source, names, action, id, open, PlainList } = partOf(part);
  const changed = { rev: 1, [source]: '写真集' };
  const removed = { [names['delete']?.id ?? '']: id, rev: 1 };

  const editPage = (mutationMode: 'pessimistic' | 'undoable') => (
    <Resource
      name={resource}
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
            <TextInput label="新的名字" source={source} />
          </SimpleForm>
        </Edit>
      )}
    />
  );

  it('are saved at once by a form that waits', async () => {
    const { user, sent } = await open(`/${id}`, editPage('pessimistic'));
    await user.type(await screen.findByLabelText('新的名字'), '集');
    await user.click(await button('保存'));
    expect(await cell('写真集')).toBeVisible();
    expect(sent(action('update')).map(({ data }) => data)).toEqual([{ _id: id, ...changed }]);
  });

  it('are saved by a form that lets it be undone, or left as they were', async () => {
    const page = await open('', editPage('undoable'));
    const { user, sent } = page;
    const change = async () => {
      await user.click(await cell('写真'));
      await user.type(await screen.findByLabelText('新的名字'), '集');
      await user.click(await button('保存'));
      expect(await cell('写真集')).toBeVisible();
    };
    await change();
    await user.click(await button('撤销'));
    expect(await cell('写真')).toBeVisible();
    expect(sent(action('update'))).toEqual([]);
    await change();
    await clickElsewhere(page);
    await waitFor(() => expect(sent(action('update'))).toHaveLength(1));
    expect(sent(action('update'))[0]?.data).toEqual({ _id: id, ...changed });
  });

  it('are deleted once that is confirmed', async () => {
    const { user, sent } = await open(`/${id}`, editPage('pessimistic'));
    await user.click(await button('删除'));
    const dialog = within(await screen.findByRole('dialog'));
    expect(sent(action('delete'))).toEqual([]);
    await user.click(dialog.getByRole('button', { name: '确定' }));
    expect(await screen.findByText('已删除 1 项')).toBeVisible();
    expect(sent(action('delete')).map(({ data }) => data)).toEqual([removed]);
    await waitFor(() => expect(screen.queryByRole('cell', { name: '写真' })).toBeNull());
  });

  it('are deleted unless that is undone', async () => {
    const page = await open('', <Resource name={resource} list={PlainList} />);
    const { user, sent } = page;
    const remove = async () => {
      await user.click(await button('删除'));
      await waitFor(() => expect(screen.queryByRole('cell', { name: '写真' })).toBeNull());
    };
    await remove();
    await user.click(await button('撤销'));
    expect(await cell('写真')).toBeVisible();
    expect(sent(action('delete'))).toEqual([]);
    await remove();
    await clickElsewhere(page);
    await waitFor(() => expect(sent(action('delete'))).toHaveLength(1));
    expect(sent(action('delete'))[0]?.data).toEqual(removed);
  });

  it('are read, changed, deleted and acted upon by hooks', async () => {
    const Hooks = () => {
      const provider = useDataProvider<AdminDataProvider>();
      const { data: [one] = [], total } = useGetList(resource);
      const { data: several = [] } = useGetMany(resource, { ids: [id] });
      const [update] = useUpdate();
      const [remove] = useDelete();
      const invoke = async () => {
        document.title = String(await part.invoke(provider));
      };
      const rename = () =>
        update(resource, { id, data: { [source]: '写真集' }, previousData: one });
      return (
        <>
          <p>{`总数 ${total}，${several.map(each => each[source]).join()}`}</p>
          <button onClick={() => void invoke()}>调用</button>
          <button onClick={() => void rename()}>改名</button>
          <button onClick={() => void remove(resource, { id, previousData: one })}>移除</button>
        </>
      );
    };
    const { user, sent } = await showScreens(
      '/admin/hooks',
      <>
        <Resource name={resource} list={ListGuesser} />
        <CustomRoutes>
          <Route path="/hooks" element={<Hooks />} />
        </CustomRoutes>
      </>,
      answersFor(part),
    );
    expect(await screen.findByText('总数 1，写真')).toBeVisible();
    await user.click(await button('调用'));
    await waitFor(() => expect(document.title).toBe('12'));
    await user.click(await button('改名'));
    expect(await screen.findByText('总数 1，写真集')).toBeVisible();
    expect(sent(action('update'))[0]?.data).toEqual({ _id: id, ...changed });
    await user.click(await button('移除'));
    await waitFor(() => expect(sent(action('delete'))).toHaveLength(1));
    expect(sent(action('delete'))[0]?.data).toMatchObject({ ...removed, rev: 2 });
  });
});

import { screen, waitFor } from '@testing-library/react';
import { CreateButton, List, Resource, useDataProvider } from 'react-admin';
import { expect, it } from 'vitest';
import type { AdminDataProvider } from '#dataProvider/dataProvider.ts';
import { answer, failed, ok, profileRecord } from './renderAdmin.tsx';
import { showScreens } from './stockFixture.tsx';

const Categories = () => {
  const { invoke } = useDataProvider<AdminDataProvider>();
  return (
    <List actions={<CreateButton />}>
      <button
        onClick={() =>
          void invoke('adminCategory', 'deleteCategory', { _id: 'cat_1' }).catch(() => undefined)
        }
      >
        refused
      </button>
    </List>
  );
};

it('react-admin’s own buttons follow a role that is changed while the page is open', async () => {
  const { user } = await showScreens(
    '/admin/categories',
    <Resource name="categories" list={Categories} create={() => <p>new</p>} />,
    {
      'adminCategory.getCategories': () =>
        ok({ list: [{ _id: 'cat_1', rev: 1, name: '写真' }], total: 1 }),
      'adminCategory.deleteCategory': () => failed(40305),
      'adminAuth.getProfile': () =>
        answer('adminAuth', 'getProfile', {
          ...profileRecord,
          role: 'viewer',
          roleName: '只读',
          rights: ['templates.read'],
        }),
    },
  );
  expect(await screen.findByRole('link', { name: /新建/ })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'refused' }));
  await waitFor(() => expect(screen.queryByRole('link', { name: /新建/ })).toBeNull());
  expect(screen.getByRole('button', { name: 'refused' })).toBeVisible();
});

import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderAdmin } from './renderAdmin.tsx';

it('a role without a name and rights says what is missing beside each', async () => {
  const { user, sent } = renderAdmin({ at: '/admin/administrators/roles/create' });
  await user.click(await screen.findByRole('button', { name: '创建' }));
  expect(await screen.findByLabelText(/名称/)).toBeInvalid();
  expect(screen.queryByText('页面出错了')).toBeNull();
  expect(sent('createRole')).toEqual([]);
});

import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { codes } from '#contract/envelope.ts';
import { failed, renderAdmin } from '../renderAdmin.tsx';
import { aCategory, aKeyword, holding } from './templateFixture.ts';

const type = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const leave = () => fireEvent.click(screen.getByRole('link', { name: '用户管理' }));

beforeEach(() => localStorage.clear());
afterEach(() => vi.restoreAllMocks());

it('a new keyword asks before it is left, is created with its aliases, and leads back to the list', async () => {
  const { dataOf, user } = renderAdmin({
    at: '/admin/keywords/create',
    answers: holding([], {
      'keyword.createKeyword': aKeyword(),
    }),
  });
  type(await screen.findByRole('textbox', { name: /关键词/ }), '国风');
  const confirm = vi.spyOn(window, 'confirm').mockReturnValue(false);
  leave();
  // An effect asks, after what the click has rendered.
  await waitFor(() => expect(confirm).toHaveBeenCalledOnce());
  expect(location.pathname).toBe('/admin/keywords/create');

  await user.type(screen.getByRole('combobox', { name: '同义词' }), '古风{Enter}');
  press('创建');
  await waitFor(() => expect(location.pathname).toBe('/admin/keywords'));
  expect(dataOf('createKeyword')[0]).toMatchObject({
    word: '国风',
    aliases: ['古风'],
    type: 'tag',
    status: 'enabled',
  });
  expect(confirm).toHaveBeenCalledOnce();
});

it('a new category is offered parents of the first level, has the sentence beside a taken name, and is left on request', async () => {
  renderAdmin({
    at: '/admin/categories/create',
    answers: holding([], {
      'adminCategory.getCategories': {
        list: [aCategory(), aCategory({ _id: 'cat_2', name: '汉服', parentId: 'cat_1' })],
        total: 2,
      },
      'adminCategory.createCategory': () =>
        failed(codes.invalidInput, undefined, { fields: { name: '已有同名分类' } }),
    }),
  });
  fireEvent.mouseDown(await screen.findByRole('combobox', { name: '上级分类' }));
  const parent = await screen.findByRole('option', { name: '古风国潮' });
  expect(screen.queryByRole('option', { name: '汉服' })).not.toBeInTheDocument();
  fireEvent.click(parent);
  const name = await screen.findByRole('textbox', { name: /名称/ });
  type(name, '古风国潮');
  press('创建');
  await waitFor(() => expect(name).toHaveAccessibleDescription('已有同名分类'));
  expect(location.pathname).toBe('/admin/categories/create');
  const confirm = vi.spyOn(window, 'confirm').mockReturnValue(true);
  leave();
  await waitFor(() => expect(location.pathname).toBe('/admin/users'));
  expect(confirm).toHaveBeenCalledOnce();
});

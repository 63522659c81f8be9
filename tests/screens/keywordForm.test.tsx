import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { codes } from '#contract/envelope.ts';
import { answer, failed, renderAdmin } from './renderAdmin.tsx';
import { aCategory, aKeyword, holding } from './templateFixture.ts';

beforeEach(() => localStorage.clear());
afterEach(() => vi.restoreAllMocks());

describe('a keyword', () => {
  it('is created with its aliases, and leads back to the list', async () => {
    const { sent, user } = renderAdmin({
      at: '/admin/keywords/create',
      answers: holding([], {
        'keyword.createKeyword': () => answer('keyword', 'createKeyword', aKeyword()),
      }),
    });
    await user.type(await screen.findByRole('textbox', { name: /关键词/ }), '国风');
    await user.type(screen.getByRole('combobox', { name: '同义词' }), '古风{Enter}');
    await user.click(screen.getByRole('button', { name: '创建' }));
    await waitFor(() => expect(location.pathname).toBe('/admin/keywords'));
    expect(sent('createKeyword')[0]?.data).toMatchObject({
      word: '国风',
      aliases: ['古风'],
      type: 'tag',
      status: 'enabled',
    });
  });
});

describe('unsaved changes', () => {
  it('are left only after a question', async () => {
    const { user } = renderAdmin({ at: '/admin/keywords/create', answers: holding([], {}) });
    await user.type(await screen.findByRole('textbox', { name: /关键词/ }), '国风');
    const confirm = vi.spyOn(window, 'confirm').mockReturnValue(false);
    await user.click(screen.getByRole('link', { name: '分类管理' }));
    // An effect asks, after what the click has rendered.
    await waitFor(() => expect(confirm).toHaveBeenCalledOnce());
    expect(location.pathname).toBe('/admin/keywords/create');
    confirm.mockReturnValue(true);
    await user.click(screen.getByRole('link', { name: '分类管理' }));
    await waitFor(() => expect(location.pathname).toBe('/admin/categories'));
  });
});

describe('a category', () => {
  it('with a taken name shows the sentence beside its name', async () => {
    const { user } = renderAdmin({
      at: '/admin/categories/create',
      answers: holding([], {
        'adminCategory.createCategory': () =>
          failed(codes.invalidInput, undefined, { fields: { name: '已有同名分类' } }),
      }),
    });
    const name = await screen.findByRole('textbox', { name: /名称/ });
    await user.type(name, '古风国潮');
    await user.click(screen.getByRole('button', { name: '创建' }));
    await waitFor(() => expect(name).toHaveAccessibleDescription('已有同名分类'));
    expect(location.pathname).toBe('/admin/categories/create');
  });

  it('is offered only categories of the first level as its parent', async () => {
    const { user } = renderAdmin({
      at: '/admin/categories/create',
      answers: holding([], {
        'adminCategory.getCategories': () =>
          answer('adminCategory', 'getCategories', {
            list: [aCategory(), aCategory({ _id: 'cat_2', name: '汉服', parentId: 'cat_1' })],
            total: 2,
          }),
      }),
    });
    await user.click(await screen.findByRole('combobox', { name: '上级分类' }));
    expect(await screen.findByRole('option', { name: '古风国潮' })).toBeVisible();
    expect(screen.queryByRole('option', { name: '汉服' })).not.toBeInTheDocument();
  });
});

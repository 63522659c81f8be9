import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { type Category, categoryEntity } from '#contract/category.ts';
import { codes } from '#contract/envelope.ts';
import { keywordEntity } from '#contract/keyword.ts';
import { localAppCategoryEntity, localAppEntity } from '#contract/localApp.ts';
import { presetEntity } from '#contract/preset.ts';
import { templateEntity } from '#contract/template.ts';
import { takesWords } from '#src/admin/kit/form/SimpleForm.tsx';
import { answer, failed, renderAdmin } from './renderAdmin.tsx';
import { aCategory, aKeyword, aTemplate, holding } from './templateFixture.ts';

const editAt = '/admin/templates/edit/tpl_1';
const field = (name: string) => screen.findByRole('textbox', { name });
const nameInput = () => screen.findByRole('textbox', { name: /名称/ });
/** Another has saved the template so. */
const conflictWith = (fields: Parameters<typeof aTemplate>[0]) =>
  failed(codes.conflict, undefined, { current: aTemplate({ rev: 9, ...fields }) });

beforeEach(() => localStorage.clear());

const dialogue = () => screen.findByRole('dialog', { name: '这条记录刚被他人修改过' });
const version = (dialog: HTMLElement, field: string) =>
  within(within(dialog).getByRole('radiogroup', { name: `选择${field}的版本` }));

/** A category that another has saved as `theirs` while it was being edited here. */
const editCategory = (mine: Partial<Category>, theirs: Partial<Category>) => {
  const others = [
    aCategory({ _id: 'cat_2', name: '证件照' }),
    aCategory({ _id: 'cat_3', name: '汉服' }),
  ];
  const app = renderAdmin({
    at: '/admin/categories/edit/cat_1',
    answers: holding([], {
      'adminCategory.getCategoryById': () =>
        answer('adminCategory', 'getCategoryById', aCategory()),
      'adminCategory.getCategories': ({ data }) => {
        const { ids } = (data['filter'] ?? {}) as { ids?: string[] };
        const list = others.filter(({ _id }) => !ids || ids.includes(_id));
        return answer('adminCategory', 'getCategories', { list, total: list.length });
      },
      'adminCategory.updateCategory': ({ data }) =>
        data['rev'] === 1
          ? failed(codes.conflict, undefined, { current: aCategory({ rev: 2, ...theirs }) })
          : answer('adminCategory', 'updateCategory', aCategory({ rev: 3, ...theirs, ...mine })),
    }),
  });
  return app;
};

describe('a conflict', () => {
  it('shows both versions, merges fields without conflict, and saves at the new version', async () => {
    const { sent, user } = renderAdmin({
      at: editAt,
      answers: holding([aTemplate()], {
        'adminTemplate.updateTemplate': ({ data }) =>
          data['rev'] === 4
            ? conflictWith({ name: '对方的名字', description: '对方写的介绍' })
            : answer(
                'adminTemplate',
                'updateTemplate',
                aTemplate({
                  rev: 10,
                  name: '我的名字',
                  subtitle: '我的副标题',
                  description: '对方写的介绍',
                }),
              ),
      }),
    });
    const name = await nameInput();
    await user.clear(name);
    await user.type(name, '我的名字');
    const subtitle = await field('副标题');
    await user.clear(subtitle);
    await user.type(subtitle, '我的副标题');
    await user.click(screen.getByRole('button', { name: '保存' }));

    const dialog = within(await dialogue());
    expect(dialog.getByText(/王敏/)).toBeVisible();
    expect(screen.queryByText('数据已被他人修改，请刷新后再试')).not.toBeInTheDocument();
    const choice = within(dialog.getByRole('radiogroup', { name: '选择名称的版本' }));
    expect(choice.getByRole('radio', { name: /我的名字/ })).toHaveAttribute('aria-checked', 'true');
    expect(choice.getByRole('radio', { name: /对方的名字/ })).toHaveAttribute(
      'aria-checked',
      'false',
    );
    expect(dialog.getByText('我的副标题')).toBeVisible();
    expect(dialog.getByText('对方写的介绍')).toBeVisible();
    await user.click(dialog.getByRole('button', { name: '合并并保存' }));
    await waitFor(() => expect(sent('updateTemplate')).toHaveLength(2));
    expect(sent('updateTemplate')[1]?.data).toEqual({
      _id: 'tpl_1',
      rev: 9,
      name: '我的名字',
      subtitle: '我的副标题',
    });
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(await field('介绍')).toHaveValue('对方写的介绍');
    expect(await nameInput()).toHaveValue('我的名字');
  });

  it('allows taking the other version, or writing a third', async () => {
    const { sent, user } = renderAdmin({
      at: editAt,
      answers: holding([aTemplate()], {
        'adminTemplate.updateTemplate': ({ data }) =>
          data['rev'] === 4
            ? conflictWith({ name: '对方的名字' })
            : answer('adminTemplate', 'updateTemplate', aTemplate({ rev: 10, name: '第三个名字' })),
      }),
    });
    const name = await nameInput();
    await user.clear(name);
    await user.type(name, '我的名字');
    await user.click(screen.getByRole('button', { name: '保存' }));
    const dialog = within(await dialogue());
    await user.click(dialog.getByRole('radio', { name: /对方的名字/ }));
    const result = dialog.getByRole('textbox', { name: '保存为' });
    expect(result).toHaveValue('对方的名字');
    await user.clear(result);
    await user.type(result, '第三个名字');
    await user.click(dialog.getByRole('button', { name: '合并并保存' }));
    await waitFor(() =>
      expect(sent('updateTemplate')[1]?.data).toEqual({ _id: 'tpl_1', rev: 9, name: '第三个名字' }),
    );
  });

  it('keeps everything in the form after going back', async () => {
    const { user } = renderAdmin({
      at: editAt,
      answers: holding([aTemplate()], {
        'adminTemplate.updateTemplate': () => conflictWith({ name: '对方的名字' }),
      }),
    });
    const name = await nameInput();
    await user.clear(name);
    await user.type(name, '我的名字');
    await user.click(screen.getByRole('button', { name: '保存' }));
    await user.click(await screen.findByRole('button', { name: '继续编辑' }));
    expect(await nameInput()).toHaveValue('我的名字');
    expect(screen.getByText('有 1 处修改未保存')).toBeVisible();
  });

  it('on a choice is decided by its labels, without a text input', async () => {
    const stored = aKeyword();
    const { user, sent } = renderAdmin({
      at: '/admin/keywords/edit/kw_1',
      answers: holding([], {
        'keyword.getKeywordsByIds': () => answer('keyword', 'getKeywordsByIds', { list: [stored] }),
        'keyword.updateKeyword': ({ data }) =>
          data['rev'] === 1
            ? failed(codes.conflict, undefined, { current: { ...stored, rev: 2, type: 'hot' } })
            : answer('keyword', 'updateKeyword', { ...stored, rev: 3, type: 'sensitive' }),
      }),
    });
    await user.click(await screen.findByRole('combobox', { name: /类型/ }));
    await user.click(await screen.findByRole('option', { name: '敏感词' }));
    await user.click(screen.getByRole('button', { name: '保存' }));
    const dialog = await dialogue();
    const types = version(dialog, '类型');
    expect(types.getByRole('radio', { name: '我的版本 敏感词' })).toHaveAttribute(
      'aria-checked',
      'true',
    );
    expect(types.getByRole('radio', { name: '对方的版本 热门' })).toBeVisible();
    expect(within(dialog).queryByRole('textbox')).not.toBeInTheDocument();
    await user.click(within(dialog).getByRole('button', { name: '合并并保存' }));
    await waitFor(() => expect(dialog).not.toBeInTheDocument());
    expect(sent('updateKeyword')[1]?.data).toEqual({ _id: 'kw_1', rev: 2, type: 'sensitive' });
  });

  it('on a picture is decided by the pictures', async () => {
    const { user } = renderAdmin({
      at: editAt,
      answers: holding([aTemplate()], {
        'adminTemplate.updateTemplate': () =>
          conflictWith({ coverImage: 'template/202611/theirs.png' }),
      }),
    });
    await user.click(await screen.findByRole('button', { name: '移除「封面图」' }));
    await user.click(screen.getByRole('button', { name: '保存' }));
    const dialog = await dialogue();
    const covers = version(dialog, '封面图');
    expect(
      covers.getByRole('radio', { name: /对方的版本/ }).querySelector('.signed-image'),
    ).not.toBeNull();
    expect(covers.getByRole('radio', { name: /我的版本/ })).toHaveTextContent('（空）');
    expect(dialog).not.toHaveTextContent('theirs.png');
    expect(within(dialog).queryByRole('textbox')).not.toBeInTheDocument();
  });

  it.each([
    ['categories', categoryEntity, 'name description'],
    ['keywords', keywordEntity, 'word'],
    ['templates', templateEntity, 'name subtitle description workflowId webappId'],
    ['presets', presetEntity, 'name prompt negativePrompt'],
    ['local apps', localAppEntity, 'name description entryPath'],
    ['categories of local apps', localAppCategoryEntity, 'name'],
  ])('of %s takes words only where the contract does', (_what, entity, prose) => {
    const found = Object.keys(entity.fields).filter(takesWords(entity));
    expect(found.join(' ')).toBe(prose);
  });

  it('on a reference is decided by its names, without a text input', async () => {
    const { user, sent } = editCategory({ parentId: 'cat_2' }, { parentId: 'cat_3' });
    const parent = await screen.findByRole('combobox', { name: '上级分类' });
    await user.click(parent);
    await user.click(await screen.findByRole('option', { name: '证件照' }));
    await user.click(screen.getByRole('button', { name: '保存' }));
    const dialog = await dialogue();
    const parents = version(dialog, '上级分类');
    expect(await parents.findByRole('radio', { name: /证件照/ })).toBeVisible();
    await user.click(await parents.findByRole('radio', { name: /汉服/ }));
    expect(within(dialog).queryByRole('textbox')).not.toBeInTheDocument();
    await user.click(within(dialog).getByRole('button', { name: '合并并保存' }));
    await waitFor(() => expect(dialog).not.toBeInTheDocument());
    expect(sent('updateCategory')).toHaveLength(2);
  });
});

import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { type Category, categoryEntity } from '#contract/category.ts';
import { codes } from '#contract/envelope.ts';
import { keywordEntity } from '#contract/keyword.ts';
import { localAppCategoryEntity, localAppEntity } from '#contract/localApp.ts';
import { presetEntity } from '#contract/preset.ts';
import { templateEntity } from '#contract/template.ts';
import { takesWords } from '#src/admin/kit/form/RecordForm.tsx';
import { renderersOf } from '#src/admin/kit/form/VersionValue.tsx';
import { answer, failed, renderAdmin } from '../renderAdmin.tsx';
import { aCategory, holding } from '../templates/templateFixture.ts';

const nameInput = () => screen.findByRole('textbox', { name: /名称/ });
const type = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const conflict = () => screen.findByRole('dialog', { name: '这条记录刚被他人修改过' });
const choiceOf = (dialog: HTMLElement, field: string) =>
  within(within(dialog).getByRole('radiogroup', { name: `选择${field}的版本` }));

/** A category that another has saved as `theirs` while it is being edited here. */
const editCategory = (theirs: Partial<Category>) => {
  const others = [
    aCategory({ _id: 'cat_2', name: '证件照' }),
    aCategory({ _id: 'cat_3', name: '汉服' }),
  ];
  let stored = aCategory({ coverImage: 'category/202611/a.png', description: '原来的介绍' });
  return renderAdmin({
    at: '/admin/categories/edit/cat_1',
    answers: holding([], {
      'adminCategory.getCategoryById': () => answer('adminCategory', 'getCategoryById', stored),
      'adminCategory.getCategories': ({ data }) => {
        const { ids } = (data['filter'] ?? {}) as { ids?: string[] };
        const list = others.filter(({ _id }) => !ids || ids.includes(_id));
        return answer('adminCategory', 'getCategories', { list, total: list.length });
      },
      'adminCategory.updateCategory': ({ data }) => {
        if (data['rev'] === 1)
          return failed(codes.conflict, undefined, {
            current: { ...stored, rev: 9, updateBy: { adminId: 'a', name: '王敏' }, ...theirs },
          });
        stored = { ...stored, ...theirs, ...(data as Partial<Category>), rev: 10 };
        return answer('adminCategory', 'updateCategory', stored);
      },
    }),
  });
};

it('a conflict shows both versions, keeps what is typed, merges, and saves at the new version', async () => {
  const { dataOf } = editCategory({ name: '对方的名字', sort: 7 });
  type(await nameInput(), '我的名字');
  type(screen.getByRole('textbox', { name: '说明' }), '我写的介绍');
  press('保存');
  let dialog = await conflict();
  expect(within(dialog).getByText(/王敏/)).toBeVisible();
  expect(screen.queryByText('数据已被他人修改，请刷新后再试')).not.toBeInTheDocument();
  const mine = choiceOf(dialog, '名称').getByRole('radio', { name: /我的名字/ });
  expect(mine).toHaveAttribute('aria-checked', 'true');
  const theirs = choiceOf(dialog, '名称').getByRole('radio', { name: /对方的名字/ });
  expect(theirs).toHaveAttribute('aria-checked', 'false');
  expect(within(dialog).getByText('我写的介绍')).toBeVisible();
  expect(within(dialog).getByText('7')).toBeVisible();
  fireEvent.click(within(dialog).getByRole('button', { name: '继续编辑' }));
  await waitFor(() => expect(dialog).not.toBeInTheDocument());
  expect(await nameInput()).toHaveValue('我的名字');
  expect(screen.getByText('有 2 处修改未保存')).toBeVisible();

  press('保存');
  dialog = await conflict();
  fireEvent.click(choiceOf(dialog, '名称').getByRole('radio', { name: /对方的名字/ }));
  const result = within(dialog).getByRole('textbox', { name: '保存为' });
  expect(result).toHaveValue('对方的名字');
  type(result, '第三个名字');
  fireEvent.click(within(dialog).getByRole('button', { name: '合并并保存' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(dataOf('updateCategory').at(-1)).toEqual({
    _id: 'cat_1',
    rev: 9,
    name: '第三个名字',
    description: '我写的介绍',
    // As the other has stored it.
    sort: 7,
  });
});

it('a picture and a reference are decided by how they read, without a text input', async () => {
  const { dataOf } = editCategory({
    coverImage: 'category/202611/theirs.png',
    parentId: 'cat_3',
  });
  fireEvent.mouseDown(await screen.findByRole('combobox', { name: /上级分类/ }));
  fireEvent.click(await screen.findByRole('option', { name: '证件照' }));
  press('移除「封面图」');
  press('保存');
  const dialog = await conflict();
  const [parents, covers] = [choiceOf(dialog, '上级分类'), choiceOf(dialog, '封面图')];
  expect(await parents.findByRole('radio', { name: /证件照/ })).toBeVisible();
  fireEvent.click(await parents.findByRole('radio', { name: /汉服/ }));
  const picture = covers.getByRole('radio', { name: /对方的版本/ });
  expect(picture.querySelector('.signed-image')).not.toBeNull();
  expect(covers.getByRole('radio', { name: /我的版本/ })).toHaveTextContent('（空）');
  expect(dialog).not.toHaveTextContent('theirs.png');
  expect(within(dialog).queryByRole('textbox')).not.toBeInTheDocument();
  fireEvent.click(within(dialog).getByRole('button', { name: '合并并保存' }));
  await waitFor(() => expect(dialog).not.toBeInTheDocument());
  expect(dataOf('updateCategory')[1]).toEqual({
    _id: 'cat_1',
    rev: 9,
    coverImage: null,
    parentId: 'cat_3',
  });
});

it('a choice reads as its label', () => {
  const { type: read } = renderersOf(keywordEntity.fields);
  expect([read?.('sensitive'), read?.('hot')]).toEqual(['敏感词', '热门']);
});

it.each([
  ['categories', categoryEntity, 'name description'],
  ['keywords', keywordEntity, 'word'],
  ['templates', templateEntity, 'name subtitle description workflowId webappId model modelNumber'],
  ['presets', presetEntity, 'name prompt negativePrompt'],
  ['local apps', localAppEntity, 'name description entryPath'],
  ['categories of local apps', localAppCategoryEntity, 'name'],
])('a conflict of %s takes words only where the contract does', (_what, entity, prose) => {
  const found = Object.keys(entity.fields).filter(takesWords(entity));
  expect(found.join(' ')).toBe(prose);
});

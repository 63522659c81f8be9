import { screen } from '@testing-library/react';
import type { ReactElement } from 'react';
import { categoryEntity } from '#contract/category.ts';
import { AdminApp } from '#src/admin/shell/AdminApp.tsx';
import { loadScreen } from '#src/admin/shell/screenRoutes.tsx';
import { type Answers, failed, ok, renderAdmin } from '../renderAdmin.tsx';

export const category = categoryEntity.record.parse({
  _id: 'cat_1',
  rev: 1,
  createTime: 1_700_000_000_000,
  updateTime: 1,
  name: '写真',
  status: 'enabled',
});

/** One stored category, which can be read, changed and deleted, and a template of it. */
export const oneCategory = (): Answers => {
  let kept = [category];
  return {
    'adminCategory.getCategories': ({ data }) => {
      if ((data['sort'] as { field: string } | undefined)?.field === 'name')
        return failed(40001, '请检查输入', { fields: { 'sort.field': '选项无效' } });
      return ok({ list: kept, total: kept.length });
    },
    'adminCategory.getCategoryById': () => ok(kept[0]),
    'adminCategory.createCategory': () => ok(category),
    'adminCategory.updateCategory': ({ data }) => {
      kept = [{ ...category, ...data, rev: 2 }];
      return ok(kept[0]);
    },
    'adminCategory.deleteCategory': () => {
      kept = [];
      return ok({});
    },
    'adminTemplate.getTemplates': () =>
      ok({ list: [{ _id: 'tpl_1', name: '相关', categoryIds: ['cat_1'] }], total: 1 }),
  };
};

/** These pages alone in the application. */
export const showScreens = async (at: string, screens: ReactElement, answers: Answers) => {
  await loadScreen(screens, at.replace('/admin', ''));
  return renderAdmin({
    at,
    answers,
    application: invoke => (
      <AdminApp invoke={invoke} signIn={() => Promise.resolve()} leave={() => undefined}>
        {screens}
      </AdminApp>
    ),
  });
};
export const button = (name: string) => screen.findByRole('button', { name });
export const cell = (name: string) => screen.findByRole('cell', { name });

import { expect, it } from 'vitest';
import { defineFunction } from '#cloudfunctions/_shared/base/dispatcher.ts';
import { adminRead, changeOf, withoutInput } from '#contract/action.ts';
import { categoryActions, categoryEntity } from '#contract/category.ts';
import { type Declaration, entity } from '#contract/entity.ts';
import { z } from '#contract/zod.ts';
import { rightsPage } from '../../../scripts/build/rightsPage.ts';

const described = {
  kind: 'category',
  name: '分类',
  function: 'adminCategory',
  collection: 'categories',
  filter: {},
  sorts: ['createTime'],
  actions: { list: { name: 'getCategories', example: {} } },
} as const satisfies Declaration;

it('an action of administrators without a right does not compile, and its function does not start', () => {
  // @ts-expect-error It names no right.
  const unnamed = adminRead(withoutInput(z.object({})));
  // @ts-expect-error It names no right.
  changeOf(categoryEntity, { example: { id: 'cat_0001' } });
  // @ts-expect-error There is no such right.
  adminRead({ right: 'categories.read', ...withoutInput(z.object({})) });

  const actions = { ...categoryActions, getUsage: unnamed };
  expect(() => defineFunction('adminCategory', actions as never, {} as never)).toThrow(
    'adminCategory.getUsage takes no right: name one in its declaration.',
  );
});

it('an entity of a kind without an area does not compile, and gives its function no actions', () => {
  // @ts-expect-error The kind is in no area.
  const declared: Declaration = { ...described, kind: 'nothing' };
  expect(() => entity(declared).actions).toThrow(
    'adminCategory.getCategories takes no right: give `nothing` an area',
  );
});

it('an entity that may be changed in an area that only reads gives its function none', () => {
  const create = { name: 'createLog', example: {} };
  const actions = { ...described.actions, create };
  expect(() => entity({ ...described, kind: 'auditLog', actions }).actions).toThrow(
    'adminCategory.createLog takes no right: give `auditLog` an area with `write`',
  );
});

it('lists take the right to read of their area, changes that to write', () => {
  const { getCategories, updateCategory, mergeCategory } = categoryActions;
  expect([getCategories, updateCategory, mergeCategory].map(({ right }) => right)).toEqual([
    'templates.read',
    'templates.write',
    'templates.write',
  ]);
  expect(rightsPage()).toContain('| `adminCategory.updateCategory` | `templates.write` |');
});

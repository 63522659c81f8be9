import { screen } from '@testing-library/react';
import type { ReactElement } from 'react';
import { DataTable, DeleteButton, List } from 'react-admin';
import { categoryEntity } from '#contract/category.ts';
import { keywordEntity } from '#contract/keyword.ts';
import { packageEntity } from '#contract/package.ts';
import type { AdminDataProvider } from '#dataProvider/dataProvider.ts';
import { AdminApp } from '#src/admin/shell/AdminApp.tsx';
import { loadScreen } from '#src/admin/shell/screenRoutes.tsx';
import { type Answers, ok, renderAdmin, type SentCall } from './renderAdmin.tsx';

/*
 * What react-admin's own parts are tried on: a category is read by `_id`, a keyword only among several, a package by
 * `id`.
 */

const common = { rev: 1, createTime: 1_700_000_000_000, updateTime: 1 };
export const parts = [
  {
    resource: 'categories',
    entity: categoryEntity,
    source: 'name',
    filter: { source: 'q', label: '搜索', sent: { q: 'credits' } },
    record: categoryEntity.record.parse({
      ...common,
      _id: 'cat_1',
      name: '写真',
      status: 'enabled',
    }),
    invoke: ({ invoke }: AdminDataProvider) =>
      invoke('adminCategory', 'getUsage', { _id: 'cat_1' }).then(used => used.templates),
    invoked: 'getUsage',
    namedBy: {
      resource: 'categories',
      source: 'parentId',
      list: 'adminCategory.getCategories',
      row: { parentId: 'cat_1' },
    },
    many: { reference: 'templates', target: 'categoryIds', list: 'adminTemplate.getTemplates' },
  },
  {
    resource: 'keywords',
    entity: keywordEntity,
    source: 'word',
    filter: { source: 'q', label: '搜索', sent: { q: 'credits' } },
    record: keywordEntity.record.parse({
      ...common,
      _id: 'kw_1',
      word: '写真',
      norm: '写真',
      aliases: [],
      status: 'enabled',
    }),
    invoke: ({ invoke }: AdminDataProvider) =>
      invoke('keyword', 'getUsage', { _id: 'kw_1' }).then(used => used.templates),
    invoked: 'getUsage',
    namedBy: {
      resource: 'templates',
      source: 'keywordIds.0',
      list: 'adminTemplate.getTemplates',
      row: { keywordIds: ['kw_1'] },
    },
    many: { reference: 'templates', target: 'keywordIds', list: 'adminTemplate.getTemplates' },
  },
  {
    resource: 'packages',
    entity: packageEntity,
    source: 'name',
    filter: { source: 'type', label: '类型', sent: { filter: { type: 'credits' } } },
    record: packageEntity.record.parse({
      ...common,
      _id: 'pkg_1',
      name: '写真',
      type: 'credits',
      priceFen: 990,
      benefits: [],
      status: 'enabled',
    }),
    invoke: ({ invoke }: AdminDataProvider) =>
      invoke('adminPackage', 'setPackageStatus', { id: 'pkg_1', status: 'disabled' }).then(
        set => set.soldCount,
      ),
    invoked: 'setPackageStatus',
    namedBy: {
      resource: 'orders',
      source: 'items.0.refId',
      list: 'adminOrder.getOrders',
      row: { items: [{ refId: 'pkg_1' }] },
    },
    many: { reference: 'orders', target: 'packageId', list: 'adminOrder.getOrders' },
  },
];

type Part = (typeof parts)[number];

/** One stored record, which can be read, changed and deleted. */
export const answersFor = ({ entity, record, source, invoked, many }: Part): Answers => {
  const names: Record<string, { name: string }> = entity.names;
  let kept: Record<string, unknown>[] = [record];
  const list = () => ok({ list: kept, total: kept.length });
  const actions: Record<string, (call: SentCall) => ReturnType<typeof ok>> = {
    list,
    getMany: list,
    get: () => ok(kept[0]),
    update: ({ data }) => {
      kept = [{ ...record, ...data, rev: 2 }];
      return ok(kept[0]);
    },
    delete: () => {
      kept = [];
      return ok({});
    },
  };
  return {
    ...Object.fromEntries(
      Object.entries(actions).flatMap(([kind, answer]) =>
        names[kind] ? [[`${entity.function}.${names[kind].name}`, answer]] : [],
      ),
    ),
    [`${entity.function}.${invoked}`]: () => ok({ templates: 12, soldCount: 12 }),
    [many.list]: () => ok({ list: [{ _id: 'other_1', [source]: '相关' }], total: 1 }),
  };
};

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

/** What is asked of a resource, and its pages alone in the application. */
export const partOf = (part: Part) => {
  const { resource, entity, source, record } = part;
  const names: Record<string, { name: string; id?: string }> = entity.names;
  return {
    ...part,
    id: record._id,
    names,
    action: (kind: string) => names[kind]?.name ?? '',
    open: (path: string, screens: ReactElement) =>
      showScreens(`/admin/${resource}${path}`, screens, answersFor(part)),
    PlainList: () => (
      <List>
        <DataTable>
          <DataTable.Col source={source} />
          <DataTable.Col>
            <DeleteButton />
          </DataTable.Col>
        </DataTable>
      </List>
    ),
  };
};

import {
  type LocalApp,
  type LocalAppCategory,
  localAppCategoryDefaults,
  localAppDefaults,
  localAppFileFields,
  localAppActions,
} from '#contract/localApp.ts';
import { crud, referenced } from '../_shared/base/crud.ts';
import { defineFunction, withLoad } from '../_shared/base/dispatcher.ts';
import { invalid } from '../_shared/base/errors.ts';
import { gramsOf } from '../_shared/base/search.ts';
import { repository, type Stored } from '../_shared/base/repository.ts';
import { sorting } from '../_shared/base/sorting.ts';

const derive = ({ name }: { name?: string }) =>
  name === undefined ? {} : { grams: gramsOf(name) };
const bySort: ['sort' | 'createTime', 'desc'][] = [
  ['sort', 'desc'],
  ['createTime', 'desc'],
];

const apps = crud<LocalApp>({
  collection: 'localApps',
  resource: 'localApp',
  defaultSort: bySort,
  stateField: 'status',
  states: ['enabled', 'disabled'],
  searchField: 'name',
  unique: { appCode: '应用标识已被使用' },
  derive,
  fileFields: localAppFileFields,
});
const categories = crud<LocalAppCategory>({
  collection: 'localAppCategories',
  resource: 'localAppCategory',
  defaultSort: bySort,
  searchField: 'name',
  unique: { name: '已有同名分类' },
  derive,
  fileFields: ['icon'],
});
const quickFunctions = repository<Stored>('quickFunctions');

const checkCategory = async (categoryId: string | undefined) => {
  if (!categoryId || (await categories.records.get(categoryId))) return;
  throw invalid({ categoryId: '所选分类已不存在，请重新选择' });
};

const appCount = (categoryId: string) => apps.records.count({ categoryId });

export const main = defineFunction('adminLocalApp', localAppActions, {
  getApps: request => apps.list(request),

  getAppById: ({ id }) => apps.records.require(id),

  createApp: withLoad(
    ({ categoryId }) => checkCategory(categoryId),
    ({ idemKey, ...fields }, context) =>
      apps.create({ ...localAppDefaults, ...fields, useCount: 0 }, context, idemKey),
  ),

  updateApp: withLoad(
    async ({ _id, categoryId }) => {
      const [before] = await Promise.all([apps.records.get(_id), checkCategory(categoryId)]);
      return before;
    },
    ({ _id, rev, ...fields }, context, before) => apps.update(_id, rev, fields, context, before),
  ),

  deleteApp: withLoad(
    ({ id }) =>
      Promise.all([
        apps.records.get(id),
        quickFunctions.count({ targetType: 'local_app', targetId: id }),
      ]),
    async ({ id, rev }, context, [before, used]) => {
      if (used > 0) {
        const data = { resource: 'quickFunctions', count: used };
        throw referenced(`还有 ${used} 个快捷入口指向该应用`, data);
      }
      return apps.remove(id, rev, context, before);
    },
  ),

  updateAppField: withLoad(
    async set => {
      const [before] = await Promise.all([
        apps.records.get(set.appId),
        checkCategory(set.field === 'categoryId' ? set.value : '').catch(() => {
          throw invalid({ value: '所选分类已不存在，请重新选择' });
        }),
      ]);
      return before;
    },
    ({ appId, field, value, rev }, context, before) =>
      apps.update(appId, rev, { [field]: value }, context, before),
  ),

  setRecommendStatus: withLoad(
    ({ appId }) => apps.records.get(appId),
    ({ appId, isRecommend, rev }, context, before) =>
      apps.update(appId, rev, { isRecommend }, context, before),
  ),

  updateAppSort: sorting(apps.records, 'localApp'),

  getCategories: async request => {
    const page = await categories.list(request);
    const counts = await Promise.all(page.list.map(({ _id }) => appCount(_id)));
    return {
      ...page,
      list: page.list.map((category, at) => ({ ...category, appCount: counts[at] ?? 0 })),
    };
  },

  createCategory: ({ idemKey, ...fields }, context) =>
    categories.create({ ...localAppCategoryDefaults, ...fields }, context, idemKey),

  updateCategory: withLoad(
    ({ id }) => categories.records.get(id),
    ({ id, rev, ...fields }, context, before) =>
      categories.update(id, rev, fields, context, before),
  ),

  deleteCategory: withLoad(
    ({ id }) => Promise.all([categories.records.get(id), appCount(id)]),
    async ({ id, rev }, context, [before, used]) => {
      if (used > 0) {
        const data = { resource: 'localApps', count: used };
        throw referenced(`还有 ${used} 个本地应用属于该分类，请先移走它们`, data);
      }
      return categories.remove(id, rev, context, before);
    },
  ),

  updateCategorySort: sorting(categories.records, 'localAppCategory'),
});

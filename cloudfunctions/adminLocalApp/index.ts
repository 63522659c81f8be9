import { localAppActions, localAppCategoryEntity, localAppEntity } from '#contract/localApp.ts';
import { crud } from '../_shared/base/crud.ts';
import { defineFunction } from '../_shared/base/dispatcher.ts';
import { invalid } from '../_shared/base/errors.ts';
import { repository, type Stored } from '../_shared/base/repository.ts';

const quickFunctions = repository<Stored>('quickFunctions');

const apps = crud(localAppEntity, {
  unique: { appCode: '应用标识已被使用' },
  check: async ({ categoryId }) => {
    if (!categoryId || (await categories.records.get(categoryId))) return;
    throw invalid({ categoryId: '所选分类已不存在，请重新选择' });
  },
  uses: async id => {
    const count = await quickFunctions.count({ targetType: 'local_app', targetId: id });
    return [{ resource: 'quickFunctions', count, message: `还有 ${count} 个快捷入口指向该应用` }];
  },
});

const appCount = (categoryId: string) => apps.records.count({ categoryId });

const categories = crud(localAppCategoryEntity, {
  unique: { name: '已有同名分类' },
  uses: async id => {
    const count = await appCount(id);
    const message = `还有 ${count} 个本地应用属于该分类，请先移走它们`;
    return [{ resource: 'localApps', count, message }];
  },
});

export const main = defineFunction('adminLocalApp', localAppActions, {
  ...apps.handlers,
  ...categories.handlers,

  getCategories: async request => {
    const page = await categories.list(request);
    const counts = await Promise.all(page.list.map(({ _id }) => appCount(_id)));
    return {
      ...page,
      list: page.list.map((category, at) => ({ ...category, appCount: counts[at] ?? 0 })),
    };
  },
});

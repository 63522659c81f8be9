import { localAppActions, localAppCategoryEntity, localAppEntity } from '#contract/localApp.ts';
import { categorySentences } from '#contract/sentences/categories.ts';
import { localAppSentences } from '#contract/sentences/localApps.ts';
import { crud } from '../_shared/base/crud.ts';
import { defineFunction } from '../_shared/base/dispatcher.ts';
import { invalid } from '../_shared/base/errors.ts';
import { repository, type Stored } from '../_shared/base/repository.ts';

const quickFunctions = repository<Stored>('quickFunctions');

const apps = crud(localAppEntity, {
  unique: { appCode: localAppSentences.codeTaken },
  check: async ({ categoryId }) => {
    if (!categoryId || (await categories.records.get(categoryId))) return;
    throw invalid({ categoryId: categorySentences.chosenGone });
  },
  uses: async id => {
    const count = await quickFunctions.count({ targetType: 'local_app', targetId: id });
    return [
      { resource: 'quickFunctions', count, message: localAppSentences.usedByQuickFunctions(count) },
    ];
  },
});

const appCount = (categoryId: string) => apps.records.count({ categoryId });

const categories = crud(localAppCategoryEntity, {
  unique: { name: categorySentences.nameTaken },
  uses: async id => {
    const count = await appCount(id);
    const message = localAppSentences.usedByLocalApps(count);
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

import { categoryEntity } from '#contract/category.ts';

export const categories = {
  name: categoryEntity.name,
  page: { list: '分类管理', create: '新建分类', edit: '编辑分类' },
  fields: categoryEntity.labels,
  help: {
    name: '不超过 20 个字，不能与其他分类重名',
    parentId: '留空表示一级分类，最多两级',
    sort: '数值越大越靠前，也可以在列表里拖动',
    status: '停用后用户看不到这个分类',
  },
  search: '搜索分类名称',
  topLevel: '一级分类',
  childrenOf: '「%{name}」的子分类',
  addChild: '添加子分类',
  addChildOf: '在「%{name}」下添加子分类',
  merge: {
    action: '合并',
    of: '合并「%{name}」到其他分类',
    title: '合并「%{name}」',
    into: '合并到',
    option: '%{name}（%{count} 个模板）',
    topOnly: '该分类下有子分类，只能合并到一级分类',
    facts: '%{moved}将改为归属目标分类，然后「%{name}」会被删除。合并后不能撤销。',
    factsEmpty: '没有内容归属「%{name}」，合并后该分类会被删除，不能撤销。',
    moved: {
      templates: '%{count} 个模板',
      children: '%{count} 个子分类',
      quickFunctions: '%{count} 个快捷入口',
    },
    submit: '确认合并',
    submitCount: '合并 %{count} 个模板',
    done: '「%{name}」已合并到「%{into}」，%{count} 个模板已更新',
  },
  templates: '查看「%{name}」的 %{count} 个模板',
  empty: { title: '还没有分类', text: '模板需要归入分类才能上线，先建一个吧。' },
  delete: {
    effect: '删除后不能恢复。',
    used: '还有 %{count} 个模板属于该分类，需要先移走这些模板，或合并到其他分类。',
  },
};

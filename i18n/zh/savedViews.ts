/** Filters and order of a list under a name. */
export const savedViews = {
  none: '把常用的筛选和排序存为视图，下次一键打开。',
  loading: '正在加载…',
  mine: '我的视图',
  others: '同事共享',
  shared: '已与同事共享',
  save: '保存当前视图',
  dialog: { title: '保存当前视图', submit: '保存' },
  name: '视图名称',
  hint: '包括筛选、排序和每页条数。',
  share: '与同事共享',
  shareHint:
    '能打开此列表的管理员都能使用；只有你和有「管理员和角色：新建和修改」权限的人可以删除。',
  replaces: '已有同名视图，保存后会被替换',
  remove: '删除视图',
  removeOf: '删除视图「%{name}」',
  removeShared: '其他管理员也将不能再使用「%{name}」，确定删除吗？',
};

export const keywords = {
  name: '关键词',
  fields: {
    word: '关键词',
    type: '类型',
    aliases: '同义词',
    weight: '权重',
    status: '状态',
    createTime: '创建时间',
    updateTime: '更新时间',
  },
  help: {
    word: '不超过 20 个字；全角与半角、大小写视为同一个词',
    aliases: '输入后回车添加，用户搜索同义词也能找到',
    weight: '数值越大越靠前',
    status: '停用后不再参与搜索',
  },
  search: '搜索关键词',
  empty: { title: '还没有关键词', text: '关键词帮助用户搜到模板，可以在编辑模板时直接新建。' },
  delete: { effect: '删除后不能恢复；仍被模板使用的关键词不能删除。' },
};

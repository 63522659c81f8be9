export const palette = {
  label: '全局搜索',
  button: '搜索或跳转',
  placeholder: '订单号、手机号、昵称、openid、激活码、模板名称…',
  results: '搜索结果',
  nothing: '没有找到，换个关键词试试',
  searchIn: '在%{label}中搜索「%{q}」',
  upload: '上传图片',
  groups: { pages: '页面', actions: '操作', lists: '在列表中搜索' },
  shortcuts: {
    title: '键盘快捷键',
    palette: '全局搜索',
    search: '在列表中搜索',
    save: '保存表单',
    cell: '保存正在修改的单元格',
    leave: '关闭窗口，放弃单元格修改',
    sheet: '显示快捷键',
  },
};

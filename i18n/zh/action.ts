/** Texts shared by all action dialogs. */
export const action = {
  cancel: '取消',
  more: '更多',
  moreOf: '「%{name}」的更多操作',
  saveFirst: '请先保存修改',
  duplicate: { action: '复制', of: '复制「%{name}」', done: '已复制为「%{name}」' },
  copyText: '复制%{name}',
  textCopied: '已复制%{name}',
  copyByHand: '%{name}：浏览器不允许写入剪贴板，已选中，请手动复制',
  leave: { title: '离开这个页面？', confirm: '离开', stay: '留在本页' },
  reasonSubmits: '点选常用原因即提交',
  andMore: '等 %{count} 项',
  offPage: {
    some: '其中 %{count} 项不在当前页：',
    all: '这 %{count} 项都不在当前页：',
  },
  typed: '请输入「%{word}」确认',
};

/** What a role does not open. */
export const access = {
  denied: '当前角色没有查看此页面的权限，需要时请联系管理员',
  deniedTo: '「%{role}」角色没有查看此页面的权限，需要时请联系管理员',
  back: '返回上一页',
  home: '回到首页',
  readOnly: '当前角色只能查看，不能保存修改',
};

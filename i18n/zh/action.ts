/** What all dialogs of a deed say. */
export const action = {
  cancel: '取消',
  copyText: '复制%{name}',
  textCopied: '已复制%{name}',
  typed: '请输入「%{word}」确认',
};

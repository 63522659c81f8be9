/** What all dialogs of a deed say. */
export const action = {
  cancel: '取消',
  typed: '请输入「%{word}」确认',
};

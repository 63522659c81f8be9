export const framed = {
  reason: '为了你的安全，本页面不能在其他网页中显示。',
  open: '在新窗口中打开',
};

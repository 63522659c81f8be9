/** In the place of a page whose code did not run (`index.html`). */
export const notStarted = {
  tooOld:
    '浏览器版本过低，无法打开本页。请更新浏览器，或换用新版的 Chrome、Edge、Safari 或 Firefox；在微信中，请点右上角「…」，选择在浏览器中打开，或更新手机系统（iPhone 需要 iOS 15 或更高）。',
  failed: '页面没有打开，请检查网络后刷新；仍打不开时，请稍后再试。',
  reload: '刷新',
};

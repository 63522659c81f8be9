/** Texts of the page that says where the mini-program is. */
export const visitorApps = {
  title: '在微信小程序内使用',
  use: (name: string) => `「${name}」请在微信小程序内使用`,
  how: (site: string) => `打开微信，搜索小程序「${site}」，进入后就能使用。`,
  gone: '该应用不存在或已停用，看看其他应用吧。',
  apps: '小程序应用',
  others: '其他应用',
  cost: (credits: number) => (credits > 0 ? `每次 ${credits} 积分` : '免费使用'),
};

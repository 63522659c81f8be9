/** Names and units that are the same in Chinese; lower case. */
const names = new Set(
  [
    ['ai', 'api', 'key', 'keys', 'vod', 'csv', 'excel', 'json', 'url', 'ip', 'id', 'openid'],
    ['jpg', 'jpeg', 'png', 'webp', 'gif', 'mp', 'mov', 'kb', 'mb', 'gb', 'px', 'cm', 'mm', 'dpi'],
    ['ctrl', 'enter', 'esc', 'k', 's', 'vip', 'hd', 'runninghub', 'cloudbase', 'cos', 'webhook'],
    ['mchid', 'appid', 'chrome', 'windows', 'mac', 'macos', 'linux', 'safari', 'edge', 'firefox'],
    ['appsecret', 'ssl', 'starttls', 'rh', 'icp'],
    ['prompt', 'seed', 'lora', 'sku', 'sla', 'wechat', 'linux', 'android', 'ios', 'iphone'],
  ].flat(),
);

/** Written with a digit or a mark of ids, addresses and paths: data, not words. */
const data = /[\w@.:/\\%+=*#!?&-]*[\d_@:/\\*#]+[\w@.:/\\%+=*#!?&-]*/g;

/** The English words in what people read. */
export const englishIn = (text: string): string[] =>
  (text.replace(data, ' ').match(/[A-Za-z]{2,}/g) ?? []).filter(
    word => !names.has(word.toLowerCase()),
  );

/**
 * Replaces `@cloudbase/adapter-wx_mp`, which the web SDK imports for WeChat's mini-programs. Saves 3 KB of gzip on every
 * page.
 */
export default { isMatch: () => false, genAdapter: () => ({}), runtime: 'wx_mp' };
export const WxRequest = undefined;
export const WxMpWebSocket = undefined;
export const wxMpStorage = undefined;
export const parseQueryString = () => ({});

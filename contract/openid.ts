/** WeChat's own; those of visitors of the web have a colon. Payments and messages inside WeChat need one. */
export const isWechatOpenid = (openid: string): boolean => openid !== '' && !openid.includes(':');

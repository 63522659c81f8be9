import { shaped } from './zod.ts';

/** WeChat's, or one of ours for web visitors. */
export const openid = shaped(/^[A-Za-z0-9_:-]{1,128}$/, 'OpenID', 'o6_bmjrPTlm6_2sgVt7hMZOPfL2M');

/** WeChat's own; those of visitors of the web have a colon. Payments and messages inside WeChat need one. */
export const isWechatOpenid = (openid: string): boolean => openid !== '' && !openid.includes(':');

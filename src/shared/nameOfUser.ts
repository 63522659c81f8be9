import { anonymous } from '#i18n/zh/anonymous.ts';

/** Anonymous visitors have no name; the end of the openid distinguishes them. */
export const nameOfUser = ({ nickName, openid }: { nickName?: string; openid?: string }): string =>
  nickName || `${anonymous}${openid ? ` ${openid.slice(-6)}` : ''}`;

import { users } from '#i18n/zh/users.ts';

/** Anonymous visitors have no name; the end of the openid distinguishes them. */
export const nameOfUser = ({ nickName, openid }: { nickName?: string; openid?: string }): string =>
  nickName || `${users.anonymous}${openid ? ` ${openid.slice(-6)}` : ''}`;

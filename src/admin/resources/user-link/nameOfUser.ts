import { users } from '#i18n/zh/users.ts';

/** Anonymous visitors have no name; the end of the openid tells them apart. */
export const nameOfUser = ({ nickName, openid }: { nickName?: string; openid?: string }): string =>
  nickName || `${users.anonymous}${openid ? ` ${openid.slice(-6)}` : ''}`;

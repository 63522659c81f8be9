import { randomBytes } from 'node:crypto';
import { type Fields, WeChatRefusal } from './refusal.ts';

/** The pages of the mini-program that is published. */
const publishedPages: readonly string[] = [
  'pages/index/index',
  'pages/task/index',
  'pages/order/index',
  'pages/print/index',
  'pages/claim/index',
];

const DAY_MS = 86_400_000;
const DAILY = 500_000;
const versions: unknown[] = [undefined, 'release', 'trial', 'develop'];

interface Link {
  url: string;
  path: string;
  query: string;
  until: number;
}

/**
 * URL links. Source: developers.weixin.qq.com/miniprogram/dev/server/API/qrcode-link/url-link/api_generateurllink.html. WeChat
 * shortens what is to last longer than 30 days; this one refuses it.
 */
export const createLinks = (now: () => number) => {
  let links: Link[] = [];
  /** How many may still be made today. */
  let left = DAILY;

  const endOf = ({ expire_type = 0, expire_time, expire_interval }: Fields): number => {
    const isTime = expire_type === 0;
    if (!isTime && expire_type !== 1) throw new WeChatRefusal(40097, 'invalid args expire_type');
    const given = Number(isTime ? expire_time : expire_interval);
    const lasts = isTime ? given * 1_000 - now() : given * DAY_MS;
    if (!Number.isInteger(given) || lasts < 60_000 || lasts > 30 * DAY_MS)
      throw isTime
        ? new WeChatRefusal(85401, 'invalid expire_time')
        : new WeChatRefusal(85402, 'invalid expire_interval');
    return now() + lasts;
  };

  return {
    generate(fields: Fields): object {
      const { path = '', query = '', env_version } = fields;
      if (typeof path !== 'string' || (path && !publishedPages.includes(path.replace(/^\//, ''))))
        throw new WeChatRefusal(40165, 'invalid weapp pagepath');
      if (typeof query !== 'string' || !/^[\w!#$&'()*+,/:;=?@.~%-]{0,1024}$/.test(query))
        throw new WeChatRefusal(40212, 'invalid query');
      if (!versions.includes(env_version))
        throw new WeChatRefusal(40097, 'invalid args env_version');
      const until = endOf(fields);
      if (left === 0) throw new WeChatRefusal(45009, 'reach max api daily quota limit');
      left -= 1;
      const url = `https://wxaurl.cn/${randomBytes(8).toString('base64url')}`;
      links.push({ url, path, query, until });
      return { url_link: url };
    },
    /** `{links}`: how many may still be made today. */
    adjust({ links: count }: Fields): boolean {
      if (count === undefined) return false;
      if (!Number.isInteger(count)) throw new Error('links is a whole number');
      left = count as number;
      return true;
    },
    /** What can be opened, by as many people as like. */
    open: () => links.filter(({ until }) => until > now()),
    forget() {
      links = [];
      left = DAILY;
    },
  };
};

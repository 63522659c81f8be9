import { z } from '#contract/zod.ts';
import { callWeChat } from './client.ts';

const versions: Record<string, string> = {
  formal: 'release',
  trial: 'trial',
  developer: 'develop',
};

export interface Target {
  /** A page of the published mini-program, without query. */
  path: string;
  query: string;
  /** Of the mini-program, as in the settings. */
  state: string;
  /** At most 30 days from now. */
  expireTime: number;
}

/**
 * An address that opens the mini-program at a page, also from outside WeChat, for all who have it. Source:
 * developers.weixin.qq.com/miniprogram/dev/server/API/qrcode-link/url-link/api_generateurllink.html: not for mini-programs of
 * individuals; 500,000 a day.
 */
export const urlLink = ({ path, query, state, expireTime }: Target) =>
  callWeChat(
    'wxa/generate_urllink',
    {
      path,
      query,
      env_version: versions[state],
      expire_type: 0,
      expire_time: Math.floor(expireTime / 1_000),
    },
    z.object({ url_link: z.string().startsWith('https://') }),
  );

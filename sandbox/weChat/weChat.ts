import { createHash, randomBytes } from 'node:crypto';
import { objectFrom } from '../exchange.ts';
import {
  createStandIn,
  json,
  type StandIn,
  type StandInAnswer,
  type StandInRequest,
  standInPath,
} from '../standIn.ts';
import type { Trade } from '../wechatPay/records.ts';
import { createDeliveries } from './deliveries.ts';
import { createLinks } from './links.ts';
import { createMessages } from './messages.ts';
import { createParcels } from './parcels.ts';
import { type Fields, WeChatRefusal } from './refusal.ts';
import { createVirtualPayment } from './virtualPayment.ts';

/** Below the address of the host program. */
export const WECHAT_PATH = standInPath('wechat');

export interface WeChatOptions {
  now(): number;
  appid: string;
  /** The mini-program's AppSecret: 32 hexadecimal digits. */
  secret: string;
  /** A payment by WeChat's own number of it. */
  trade(transactionId: string): Promise<Trade | null>;
  /** Where events are pushed to; none when empty. */
  pushUrl(): string;
}

/** An AppSecret that stays the same as long as the merchant's key. */
export const appSecretOf = (apiV3Key: string): string =>
  createHash('sha256').update(`app secret of ${apiV3Key}`).digest('hex').slice(0, 32);

const TOKEN_SECONDS = 7_200;

const refused = (errcode: number, errmsg: string): StandInAnswer => json(200, { errcode, errmsg });

/** WeChat's server API of a mini-program: the stable token, and what is called with it. */
export const createWeChatSandbox = (options: WeChatOptions): StandIn => {
  const { now, appid, secret, trade, pushUrl } = options;
  let token: { value: string; until: number } | null = null;
  const messages = createMessages();
  const deliveries = createDeliveries(trade);
  const parcels = createParcels(now, trade);
  const links = createLinks(now);
  const virtual = createVirtualPayment(now, appid, pushUrl);

  const checkSecret = (fields: Fields, grantType: string) => {
    if (fields['grant_type'] !== grantType) throw new WeChatRefusal(40002, 'invalid grant_type');
    if (fields['appid'] !== appid) throw new WeChatRefusal(40013, 'invalid appid');
    if (fields['secret'] !== secret) throw new WeChatRefusal(40125, 'invalid appsecret');
  };
  const stableToken = (fields: Fields) => {
    checkSecret(fields, 'client_credential');
    if (!token || token.until <= now() || fields['force_refresh'] === true)
      token = { value: randomBytes(64).toString('hex'), until: now() + TOKEN_SECONDS * 1_000 };
    const expires_in = Math.floor((token.until - now()) / 1_000);
    return { access_token: token.value, expires_in };
  };

  const checkToken = (given: string | null) => {
    if (!given) throw new WeChatRefusal(41001, 'access_token missing');
    if (given !== token?.value)
      throw new WeChatRefusal(40001, 'invalid credential, access_token is invalid or not latest');
    if (token.until <= now()) throw new WeChatRefusal(42001, 'access_token expired');
  };

  const calls: Record<string, (fields: Fields) => object | Promise<object>> = {
    '/cgi-bin/message/subscribe/send': messages.send,
    '/wxa/sec/order/upload_shipping_info': deliveries.upload,
    '/wxa/sec/order/get_order': deliveries.get,
    '/cgi-bin/express/delivery/open_msg/trace_waybill': parcels.trace,
    '/cgi-bin/express/delivery/open_msg/query_trace': parcels.query,
    '/wxa/generate_urllink': links.generate,
  };

  const respond = async ({ path, query, body, base }: StandInRequest) => {
    const text = body.toString();
    const fields = objectFrom(text);
    if (!fields) throw new WeChatRefusal(47001, 'data format error');
    if (path === '/cgi-bin/stable_token') return stableToken(fields);
    const isVirtual = virtual.has(path);
    const call = Object.hasOwn(calls, path) ? calls[path] : undefined;
    if (!call && !isVirtual) return null;
    checkToken(query.get('access_token'));
    const answer = isVirtual ? virtual.call(path, query, text, fields, base) : await call?.(fields);
    return { errcode: 0, errmsg: 'ok', ...answer };
  };

  const respondToGet = ({ path, query }: StandInRequest): StandInAnswer => {
    const fields = Object.fromEntries(query);
    if (path === '/sns/jscode2session') {
      checkSecret(fields, 'authorization_code');
      return json(200, virtual.session(fields['js_code'] ?? ''));
    }
    const [, name = ''] = /^\/xpay\/bills\/(.+)\.csv$/.exec(path) ?? [];
    const bill = virtual.bill(name);
    if (bill === null) return refused(43002, 'require POST method');
    return { status: 200, type: 'text/csv; charset=utf-8', body: bill };
  };

  return createStandIn({
    name: 'wechat',
    async respond(request) {
      try {
        if (request.method === 'GET') return respondToGet(request);
        if (request.method !== 'POST') return refused(43002, 'require POST method');
        const answer = await respond(request);
        return answer ? json(200, answer) : json(404, {});
      } catch (error) {
        if (error instanceof WeChatRefusal) return refused(error.code, error.message);
        throw error;
      }
    },
    refuse: code => refused(Number(code), 'refused'),
    /** `{replaceToken: true}`: another program has forced a new one. */
    adjust(given) {
      const isReplaced = given['replaceToken'] === true;
      if (isReplaced) token = null;
      const isAdjusted = [parcels, messages, links, virtual].some(part => part.adjust(given));
      return isAdjusted || isReplaced;
    },
    act: virtual.act,
    seen: () => ({
      messages: messages.sent(),
      deliveries: deliveries.all(),
      parcels: parcels.all(),
      links: links.open(),
      ...virtual.seen(),
    }),
    forget() {
      messages.forget();
      deliveries.forget();
      parcels.forget();
      links.forget();
      virtual.forget();
    },
    close: virtual.close,
  });
};

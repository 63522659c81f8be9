import { answer, bodyOf, objectFrom, type SandboxMount } from './exchange.ts';
import { createMailSandbox, mailPasswordOf } from './mail.ts';
import { createModerationSandbox } from './moderation.ts';
import { createRunningHubSandbox } from './runningHub/runningHub.ts';
import { createVodSandbox } from './vod.ts';
import { appSecretOf, createWeChatSandbox } from './weChat/weChat.ts';
import type { WechatPayKeys } from './wechatPay/keys.ts';
import type { KnownPayments } from './wechatPay/records.ts';
import { createWechatPaySandbox } from './wechatPay/wechatPay.ts';
import { createWeComSandbox, robotKeyOf } from './weCom.ts';

export interface SandboxOptions {
  /** Opens `/__sandbox/*`. */
  test: boolean;
  now(): number;
  wechatPay: { keys: WechatPayKeys; known?: KnownPayments };
  /** Where WeChat pushes events to, once it is known. */
  pushUrl?(): string;
}

/** A stand-in of one service: its route, and its settings for tests. */
interface Service {
  /** Absent where it listens by itself. */
  mount?: SandboxMount;
  /** `path` is what follows `/__sandbox/<name>`; null for what is not there. @throws on wrong input */
  control(method: string, path: string, given: Record<string, unknown>): Promise<unknown>;
  reset(): void;
  close(): void;
}

/** Local stand-ins of the services the product depends on. They know nothing of the product. */
export const createSandbox = ({ test, now, wechatPay, pushUrl = () => '' }: SandboxOptions) => {
  const wechatpay = createWechatPaySandbox({ ...wechatPay, now });
  const runninghub = createRunningHubSandbox({ now });
  const vod = createVodSandbox({ now });
  const moderation = createModerationSandbox({ now });
  const { appid, apiV3Key } = wechatpay.credentials;
  const accounts = {
    appSecret: appSecretOf(apiV3Key),
    robotKey: robotKeyOf(apiV3Key),
    mailPassword: mailPasswordOf(apiV3Key),
  };
  const wechat = createWeChatSandbox({
    now,
    appid,
    secret: accounts.appSecret,
    trade: wechatpay.gateway.tradeWith,
    pushUrl,
  });
  const wecom = createWeComSandbox({ now, key: accounts.robotKey });
  const mail = createMailSandbox({ password: accounts.mailPassword });
  const services: Record<string, Service> = {
    wechatpay,
    runninghub,
    vod,
    moderation,
    wechat,
    wecom,
    mail,
  };

  const all = Object.values(services);
  const reset = () => all.forEach(service => service.reset());

  const control: SandboxMount = {
    prefix: '/__sandbox',
    async handle(exchange) {
      const { method, rawPath, req } = exchange;
      const [, name = '', path = ''] = /^\/__sandbox\/([a-z]+)(\/.*)?$/.exec(rawPath) ?? [];
      const given = method === 'GET' ? {} : objectFrom((await bodyOf(req)) || '{}');
      if (test && method === 'POST' && name === 'reset') {
        reset();
        return answer(exchange, 200, '{}');
      }
      const service = test && Object.hasOwn(services, name) ? services[name] : undefined;
      try {
        const result = service && given && (await service.control(method, path, given));
        if (result) return answer(exchange, 200, JSON.stringify(result));
        answer(exchange, 404, JSON.stringify({ code: 'NOT_FOUND', message: 'nothing is here' }));
      } catch (error) {
        const message = error instanceof Error ? error.message : 'wrong input';
        answer(exchange, 400, JSON.stringify({ code: 'INVALID_PARAM', message }));
      }
    },
  };

  return {
    mounts: [control, ...all.flatMap(({ mount }) => mount ?? [])],
    wechatpay,
    /** Accounts of the mini-program, the group's robot and the mail. */
    accounts,
    mailUrl: mail.url,
    reset,
    close: () => all.forEach(service => service.close()),
  };
};

export type Sandbox = ReturnType<typeof createSandbox>;

import { createMessages } from '../../sandbox/weChat/messages.ts';
import { WeChatRefusal } from '../../sandbox/weChat/refusal.ts';
import { appSecretOf } from '../../sandbox/weChat/weChat.ts';
import type { Manner } from './gateway.ts';
import type { Scheduler } from './scheduler.ts';

export const WECHAT_URL = 'http://wechat.test';
export const appSecret = appSecretOf('simulation');

/** WeChat's messages behind a network that loses and delays them; the rules are those of the sandbox. */
export const simulateWeChat = ({
  scheduler,
  manner,
}: {
  scheduler: Scheduler;
  manner(number: string): Manner;
}) => {
  const { note } = scheduler;
  const messages = createMessages();
  const json = (value: unknown) => new Response(JSON.stringify(value));
  const broken = () => new Response('<h1>Bad Gateway</h1>', { status: 502 });

  const answerTo = (fields: Record<string, unknown>, { fails }: Manner): Response => {
    if (fails === 'refused') return json({ errcode: -1, errmsg: 'system error' });
    if (fails === 'without effect') return broken();
    try {
      messages.send(fields);
    } catch (error) {
      if (!(error instanceof WeChatRefusal)) throw error;
      return json({ errcode: error.code, errmsg: error.message });
    }
    return fails ? broken() : json({ errcode: 0, errmsg: 'ok' });
  };

  const simulatedFetch = (url: URL, init: RequestInit): Promise<Response> => {
    if (url.pathname.endsWith('/stable_token'))
      return Promise.resolve(json({ access_token: 'token', expires_in: 7_200 }));
    const fields = JSON.parse(String(init.body)) as Record<string, unknown>;
    const number = /m=(.*)$/.exec(String(fields['page']))?.[1] ?? '';
    const how = manner(number);
    const run = scheduler.current() ?? null;
    const name = `message ${number}`;
    note(run?.name ?? '?', `sends ${name}`);
    return new Promise((resolve, reject) => {
      let over = false;
      init.signal?.addEventListener('abort', () => {
        if (!over) reject(new Error('no answer'));
      });
      scheduler.later(`${name}: request`, how.there, () => {
        const answer = answerTo(fields, how);
        note('wechat', `has ${name}`);
        scheduler.later(`${name}: answer`, how.back, () => {
          over = true;
          if (!run?.dead) resolve(answer);
        });
      });
    });
  };

  /** How often each message arrived, by its id. */
  const arrived = () => {
    const counts = new Map<string, number>();
    for (const { page } of messages.sent()) {
      const id = /m=(.*)$/.exec(page)?.[1] ?? '';
      counts.set(id, (counts.get(id) ?? 0) + 1);
    }
    return counts;
  };

  return { messages, arrived, fetch: simulatedFetch };
};

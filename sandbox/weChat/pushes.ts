import { createCipheriv, createHash, randomBytes } from 'node:crypto';
import { isLocal } from '../exchange.ts';
import type { Fields } from './refusal.ts';

/** Of 开发管理 → 消息推送配置. Useless elsewhere. */
export const pushAccount = {
  /** The mini-program's original id. */
  user: 'gh_00000000000a',
  token: 'localPushToken',
  encodingAesKey: 'localPushEncodingAesKey00000000000000000001',
};

const ANSWER_MS = 5_000;
const MOST_TRIES = 15;
const TICK_MS = 100;
const DELIVERIES = ['on', 'lost', 'repeated'];
const initial = { pushes: 'on', pushUrl: '', pushDelayMs: 0, pushSafe: true };

const sha1 = (...parts: string[]) =>
  createHash('sha1').update(parts.toSorted().join('')).digest('hex');

/** AES-256-CBC over 16 random bytes, the length, the message and the appid, padded to 32. */
const sealed = (text: string, appid: string): string => {
  const key = Buffer.from(`${pushAccount.encodingAesKey}=`, 'base64');
  const message = Buffer.from(text);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(message.length);
  const plain = Buffer.concat([randomBytes(16), length, message, Buffer.from(appid)]);
  const missing = 32 - (plain.length % 32);
  const cipher = createCipheriv('aes-256-cbc', key, key.subarray(0, 16)).setAutoPadding(false);
  const padded = Buffer.concat([plain, Buffer.alloc(missing, missing)]);
  return Buffer.concat([cipher.update(padded), cipher.final()]).toString('base64');
};

/** Empty and `success` are as good as an ErrCode of 0; a question of Apple's has a `result_code`. */
const isUnderstood = (text: string): boolean =>
  ['', 'success'].includes(text.trim()) || /"ErrCode"\s*:\s*0\b|"result_code"/.test(text);

interface Push {
  fields: Fields;
  understood: () => void;
  tries: number;
  time: number;
  busy: boolean;
}

/** Pushes of events as JSON, repeated after 2, 4, 8 … seconds until they are understood; to this machine only. */
export const createPushes = (now: () => number, appid: string, hostUrl: () => string) => {
  let settings = initial;
  let queue: Push[] = [];

  const deliver = async (push: Push) => {
    push.busy = true;
    const { pushSafe } = settings;
    const isCounted = 'RetryTimes' in push.fields;
    const fields = { ...push.fields, ...(isCounted && { RetryTimes: push.tries }) };
    const timestamp = String(Math.floor(now() / 1_000));
    const nonce = randomBytes(4).readUInt32BE().toString();
    const { token, user } = pushAccount;
    const Encrypt = sealed(JSON.stringify(fields), appid);
    const url = new URL(settings.pushUrl || hostUrl());
    const signature = sha1(token, timestamp, nonce);
    const safe = { encrypt_type: 'aes', msg_signature: sha1(token, timestamp, nonce, Encrypt) };
    const query = { signature, timestamp, nonce, ...(pushSafe && safe) };
    url.search = new URLSearchParams(query).toString();
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(pushSafe ? { ToUserName: user, Encrypt } : fields),
      signal: AbortSignal.timeout(ANSWER_MS),
    }).then(
      async response => (response.status === 200 ? response.text() : null),
      () => null,
    );
    push.busy = false;
    push.tries += 1;
    push.time = now() + 2 ** push.tries * 1_000;
    const isDone = answer !== null && isUnderstood(answer);
    if (isDone) push.understood();
    const isAgain = settings.pushes === 'repeated' && push.tries === 1;
    if ((isDone && !isAgain) || push.tries > MOST_TRIES)
      queue = queue.filter(other => other !== push);
  };

  const ticking = setInterval(() => {
    for (const push of queue) if (!push.busy && push.time <= now()) void deliver(push);
  }, TICK_MS);
  ticking.unref();

  return {
    add(event: string, fields: Fields, understood: () => void = () => undefined) {
      if (settings.pushes === 'lost' || !isLocal(settings.pushUrl || hostUrl())) return;
      const time = now() + settings.pushDelayMs;
      const head = {
        ToUserName: pushAccount.user,
        FromUserName: 'oWeChatItself0000000000000001',
        CreateTime: Math.floor(now() / 1_000),
        MsgType: 'event',
        Event: event,
      };
      queue.push({ fields: { ...head, ...fields }, understood, tries: 0, time, busy: false });
    },
    /** `{pushes, pushUrl, pushDelayMs, pushSafe}`: of new ones; a delay is what puts them out of order. */
    adjust(given: Fields): boolean {
      const names = Object.keys(initial).filter(name => name in given);
      const next = { ...settings, ...Object.fromEntries(names.map(name => [name, given[name]])) };
      if (!DELIVERIES.includes(next.pushes)) throw new Error(`pushes is ${DELIVERIES.join(', ')}`);
      settings = next;
      return names.length > 0;
    },
    waiting: () => queue.map(({ fields, tries }) => ({ ...fields, tries })),
    forget() {
      queue = [];
      settings = initial;
    },
    close: () => clearInterval(ticking),
  };
};

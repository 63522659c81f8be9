import { createHash } from 'node:crypto';
import { objectFrom } from './exchange.ts';
import { createStandIn, json, type StandIn, type StandInAnswer, standInPath } from './standIn.ts';

/** Below the address of the host program. */
export const WECOM_PATH = standInPath('wecom');

/** The key of the group's robot; it stays the same as long as the merchant's. */
export const robotKeyOf = (apiV3Key: string): string => {
  const hex = createHash('sha256').update(`robot of ${apiV3Key}`).digest('hex');
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    hex.slice(12, 16),
    hex.slice(16, 20),
    hex.slice(20, 32),
  ].join('-');
};

const MOST_BYTES = 2_048;
const PER_MINUTE = 20;
const MINUTE_MS = 60_000;

const refused = (errcode: number, errmsg: string): StandInAnswer => json(200, { errcode, errmsg });

/** The robot of a group in WeCom: texts of 2,048 bytes, twenty a minute. */
export const createWeComSandbox = ({ now, key }: { now(): number; key: string }): StandIn => {
  let sent: { time: number; content: string }[] = [];
  return createStandIn({
    name: 'wecom',
    respond({ method, path, query, body }) {
      if (path !== '/cgi-bin/webhook/send' || method !== 'POST') return json(404, {});
      if (query.get('key') !== key) return refused(93000, 'invalid webhook url');
      const { msgtype, text } = (objectFrom(body.toString()) ?? {}) as {
        msgtype?: unknown;
        text?: { content?: unknown };
      };
      if (msgtype !== 'text') return refused(40008, 'invalid message type');
      const content = text?.content;
      if (typeof content !== 'string' || content === '') return refused(44004, 'content is empty');
      if (Buffer.byteLength(content) > MOST_BYTES)
        return refused(40058, 'text.content exceed max length 2048');
      if (sent.filter(({ time }) => time > now() - MINUTE_MS).length >= PER_MINUTE)
        return refused(45009, 'api freq out of limit');
      sent.push({ time: now(), content });
      return json(200, { errcode: 0, errmsg: 'ok' });
    },
    refuse: code => refused(Number(code), 'refused'),
    seen: () => ({ messages: sent }),
    forget() {
      sent = [];
    },
  });
};

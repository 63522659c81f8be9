import { createHmac } from 'node:crypto';
import type { wechatLimits } from '#contract/limits/wechat.ts';
import { MINUTE_MS } from '#contract/shanghai.ts';
import { z } from '#contract/zod.ts';
import { environment } from '../base/environment.ts';
import { type MiniProgram, miniProgram } from './miniProgram.ts';

/**
 * Calls of WeChat's server API. The outcome is data, WeChat's refusal with its code, or unknown: the call may have had
 * its effect. `unset`: there is no AppSecret, so nothing was sent.
 */
export type WeChatOutcome<T> =
  | { kind: 'ok'; data: T }
  | { kind: 'refused'; code: number }
  | { kind: 'unknown' }
  | { kind: 'unset' };

/** Codes of a token that is no longer valid. */
const STALE_TOKEN = new Set([40001, 40014, 42001]);
/** "The system is busy": it may be sent again, and was not carried out. */
const BUSY = -1;

/** The limits of every call are looked up before it is sent. */
type Path = keyof typeof wechatLimits;

const answerOf = async (
  path: Path,
  body: object | null,
  query: Record<string, string> = {},
): Promise<{ errcode: number; whole: unknown } | null> => {
  try {
    const address = new URL(path, environment.WECHAT_BASE_URL.replace(/\/?$/, '/'));
    address.search = new URLSearchParams(query).toString();
    const response = await fetch(address, {
      ...(body && {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
      redirect: 'error',
      signal: AbortSignal.timeout(environment.WECHAT_TIMEOUT_MS),
    });
    const whole: unknown = await response.json();
    const { errcode } = z.looseObject({ errcode: z.int().default(0) }).parse(whole);
    return { errcode, whole };
  } catch {
    return null;
  }
};

const tokenAnswer = z.object({ access_token: z.string().min(1), expires_in: z.int().positive() });

/** Renewed before WeChat ends it. */
const EARLY_MS = 5 * 60_000;

/** By AppID and secret. One instance of a function asks about twice in two hours; WeChat gives all the same token. */
const tokens = new Map<string, { token: string; until: number }>();

/** The stable token: asking for it does not end the one that others use. */
const tokenOf = async ({ appid, appSecret }: MiniProgram): Promise<WeChatOutcome<string>> => {
  const known = tokens.get(`${appid}:${appSecret}`);
  if (known && known.until > Date.now()) return { kind: 'ok', data: known.token };
  const answer = await answerOf('cgi-bin/stable_token', {
    grant_type: 'client_credential',
    appid,
    secret: appSecret,
    force_refresh: false,
  });
  if (!answer) return { kind: 'refused', code: BUSY };
  if (answer.errcode !== 0) return { kind: 'refused', code: answer.errcode };
  const read = tokenAnswer.safeParse(answer.whole);
  if (!read.success) return { kind: 'refused', code: BUSY };
  const { access_token: token, expires_in: seconds } = read.data;
  const lasts = Math.max(seconds * 1_000 - EARLY_MS, MINUTE_MS);
  tokens.clear();
  tokens.set(`${appid}:${appSecret}`, { token, until: Date.now() + lasts });
  return { kind: 'ok', data: token };
};

export const hmac = (key: string, text: string) =>
  createHmac('sha256', key).update(text).digest('hex');

/** The signature of virtual payments: over the name of what is called, and the text exactly as it is sent. */
export const paySig = (appKey: string, name: string, text: string) =>
  hmac(appKey, `${name}&${text}`);

const session = z.object({ openid: z.string().min(1), session_key: z.string().min(1) });

/** Whose code of `wx.login` it is, and the key of that sign-in. */
export const codeSession = async (
  code: string,
): Promise<WeChatOutcome<z.output<typeof session>>> => {
  const program = await miniProgram();
  if (!program) return { kind: 'unset' };
  const { appid, appSecret: secret } = program;
  const answer = await answerOf('sns/jscode2session', null, {
    appid,
    secret,
    js_code: code,
    grant_type: 'authorization_code',
  });
  if (!answer) return { kind: 'unknown' };
  if (answer.errcode !== 0) return { kind: 'refused', code: answer.errcode };
  const data = session.safeParse(answer.whole);
  return data.success ? { kind: 'ok', data: data.data } : { kind: 'unknown' };
};

/** One call, with `appKey` signed as virtual payments are, with a new token and once more where the token was refused. */
export const callWeChat = async <T extends z.ZodType>(
  path: Path,
  body: object,
  schema: T,
  appKey?: string,
): Promise<WeChatOutcome<z.output<T>>> => {
  const program = await miniProgram();
  if (!program) return { kind: 'unset' };
  for (let isFirst = true; ; isFirst = false) {
    const token = await tokenOf(program);
    if (token.kind !== 'ok') return token;
    const answer = await answerOf(path, body, {
      access_token: token.data,
      ...(appKey && { pay_sig: paySig(appKey, `/${path}`, JSON.stringify(body)) }),
    });
    if (!answer) return { kind: 'unknown' };
    if (STALE_TOKEN.has(answer.errcode)) {
      tokens.clear();
      if (isFirst) continue;
    }
    if (answer.errcode !== 0) return { kind: 'refused', code: answer.errcode };
    const data = schema.safeParse(answer.whole);
    return data.success ? { kind: 'ok', data: data.data } : { kind: 'unknown' };
  }
};

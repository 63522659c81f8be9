import { z } from '#contract/zod.ts';
import { environment } from '../base/environment.ts';
import type { Merchant } from './settings.ts';
import { authorization, isGenuine } from './signing.ts';

/**
 * Outcome of a call. `refused` is the gateway's own signed refusal: nothing happened. Everything unclear (no answer, a
 * server error, an answer not signed by the gateway, a rate limit) is `unknown`: it may have happened, and only a query
 * about the same number clears it up.
 */
export type Outcome<T> =
  | { kind: 'ok'; httpStatus: number; code: ''; data: T }
  | { kind: 'refused'; httpStatus: number; code: string }
  | { kind: 'unknown'; httpStatus: number; code: string };

const refusal = z.object({ code: z.string().regex(/^[A-Z0-9_]{1,64}$/) });

const parsed = (text: string): unknown => {
  try {
    return text === '' ? {} : JSON.parse(text);
  } catch {
    return null;
  }
};

/** One signed request and its verified answer; neither bodies nor upstream texts are logged or thrown. */
export const send = async <T extends z.ZodType>(
  merchant: Merchant,
  method: 'GET' | 'POST',
  target: string,
  payload: object | null,
  schema: T,
): Promise<Outcome<z.output<T>>> => {
  const body = payload === null ? '' : JSON.stringify(payload);
  const base = new URL(environment.WECHATPAY_BASE_URL);
  // The signed path is the one the gateway sees, without the base address.
  const path = `${base.pathname.replace(/\/$/, '')}${target}`;
  let response: Response;
  let text: string;
  try {
    response = await fetch(new URL(path, base), {
      method,
      headers: {
        accept: 'application/json',
        authorization: authorization(merchant, method, path, body),
        // Asks for an answer signed with the key that verifies it below.
        'wechatpay-serial': merchant.publicKeyId,
        'user-agent': 'ai-image-back-office',
        ...(payload && { 'content-type': 'application/json' }),
      },
      ...(payload && { body }),
      redirect: 'error',
      signal: AbortSignal.timeout(environment.WECHATPAY_TIMEOUT_MS),
    });
    text = await response.text();
  } catch {
    return { kind: 'unknown', httpStatus: 0, code: 'NO_ANSWER' };
  }
  const { status: httpStatus, headers } = response;
  if (!isGenuine(name => headers.get(name), text, merchant))
    return { kind: 'unknown', httpStatus, code: 'NOT_GENUINE' };
  const content = parsed(text);
  if (httpStatus >= 200 && httpStatus < 300) {
    const data = schema.safeParse(content);
    return data.success
      ? { kind: 'ok', httpStatus, code: '', data: data.data }
      : { kind: 'unknown', httpStatus, code: 'UNREADABLE' };
  }
  const code = refusal.safeParse(content).data?.code ?? 'UNREADABLE';
  const definite = httpStatus >= 400 && httpStatus < 500 && httpStatus !== 429;
  return { kind: definite ? 'refused' : 'unknown', httpStatus, code };
};

/**
 * A file named by an answer of the gateway: requested with our signature, but not signed itself; the reader checks it
 * against the hash that came with its address. Null while it is not available.
 */
export const download = async (
  merchant: Merchant,
  address: string,
  timeoutMs: number,
): Promise<ReadableStream<Uint8Array> | null> => {
  const base = new URL(environment.WECHATPAY_BASE_URL);
  const url = URL.canParse(address) ? new URL(address) : null;
  // Our signature is sent to the gateway only.
  const isGateway = url?.host === base.host || url?.host.endsWith('.mch.weixin.qq.com');
  if (!url || !isGateway || url.protocol !== base.protocol) return null;
  try {
    const { ok, body } = await fetch(url, {
      headers: {
        accept: '*/*',
        authorization: authorization(merchant, 'GET', `${url.pathname}${url.search}`, ''),
        'user-agent': 'ai-image-back-office',
      },
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (ok && body) return body;
    await body?.cancel();
    return null;
  } catch {
    return null;
  }
};

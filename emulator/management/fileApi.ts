import type { SecretKeyPair } from '../admin/signature.ts';
import { isObject, parseJson, readBody } from '../http/body.ts';
import { type Exchange, sendJson } from '../http/exchange.ts';
import { type Clock, PlatformError } from '../types.ts';
import { checkQSignature } from './qSignature.ts';

export interface FileApiOptions {
  envId: string;
  keys: SecretKeyPair;
  clock: Clock;
  /** Carries out a `storage.*` action; null when there is no such action. */
  storage(action: string, body: Record<string, unknown>): Promise<Record<string, unknown>> | null;
}

export const isFileApiHost = (host: string): boolean =>
  /(^|\.)tcb-api\.tencentcloudapi\.com$/.test(host);

/**
 * `POST https://<environment>.<region>.tcb-api.tencentcloudapi.com/admin`: how the library announces files and asks for their
 * addresses. The signature is in the body and covers its other fields.
 */
export function createFileApi(options: FileApiOptions): (exchange: Exchange) => Promise<void> {
  const perform = async ({ req }: Exchange) => {
    const { value } = parseJson(await readBody(req));
    if (!isObject(value)) throw new PlatformError('INVALID_PARAM', 'the body is not an object');
    const { authorization, sessionToken: _token, ...signed } = value;
    checkQSignature(
      {
        method: req.method ?? '',
        path: '/admin',
        signature: String(authorization),
        parameters: Object.entries(signed).map(([name, part]) => [
          name,
          typeof part === 'string' ? part : JSON.stringify(part),
        ]),
        header: name => String(req.headers[name] ?? ''),
      },
      options.keys,
      options.clock,
    );
    if (signed.envName !== options.envId)
      throw new PlatformError('INVALID_ENV', `this is environment ${options.envId}`);
    const done = options.storage(String(signed.action), signed);
    if (done) return done;
    throw new PlatformError('INVALID_ACTION', 'unknown action');
  };

  return async exchange => {
    const { requestId } = exchange;
    try {
      sendJson(exchange, 200, { requestId, ...(await perform(exchange)) });
    } catch (error) {
      if (!(error instanceof PlatformError)) throw error;
      sendJson(exchange, 200, { requestId, code: error.code, message: error.message });
    }
  };
}

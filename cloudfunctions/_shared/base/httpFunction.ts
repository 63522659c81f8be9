import { noticeAnswers } from '#contract/sentences/payments.ts';
import { type CallbackName, callbackPaths } from './callbackPaths.ts';
import { beginningDue } from './due.ts';
import { logCall } from './log.ts';
import { requireSecrets } from './requiredSecrets.ts';

/** A plain web request, as the platform's HTTP access hands it to a function. */
export interface WebRequest {
  path: string;
  httpMethod: string;
  /** Names in lower case. */
  headers: Record<string, string | undefined>;
  queryStringParameters: Record<string, string | undefined>;
  body: string;
}

export interface WebAnswer {
  statusCode: number;
  headers?: Record<string, string>;
  body: string;
}

export const jsonAnswer = (statusCode: number, body: object): WebAnswer => ({
  statusCode,
  headers: { 'content-type': 'application/json; charset=utf-8' },
  body: JSON.stringify(body),
});

export type WebHandler = (request: WebRequest, requestId: string) => Promise<WebAnswer>;

/** Which address it came to; the platform hands over whole paths, as the deployment sets it. */
const nameOf = (path: string): CallbackName | undefined =>
  (Object.keys(callbackPaths) as CallbackName[]).find(name => {
    const own = callbackPaths[name];
    return path === own || path.startsWith(`${own}/`);
  });

/**
 * A function reached from outside, without session and rule: a handler that changes something verifies a signature first.
 * Errors become a plain 500 without details, so that the sender repeats the call.
 */
export const defineHttpFunction = (name: string, handlers: Record<CallbackName, WebHandler>) => {
  requireSecrets(name);
  return (event: unknown, context?: unknown): Promise<WebAnswer> =>
    logCall(name, 'http', context, async line => {
      try {
        const request = toRequest(event);
        const callback = nameOf(request.path);
        line.action = callback ?? '';
        const answer = callback
          ? await beginningDue(() => handlers[callback](request, line.requestId))
          : jsonAnswer(404, { code: 'NOT_FOUND' });
        const { statusCode } = answer;
        if (statusCode >= 400)
          Object.assign(line, {
            outcome: statusCode < 500 ? 'refused' : 'failed',
            code: statusCode,
          });
        return answer;
      } catch (error) {
        Object.assign(line, { outcome: 'failed', error });
        return jsonAnswer(500, { code: 'FAIL', message: noticeAnswers.failed });
      }
    });
};

const toRequest = (event: unknown): WebRequest => {
  const { path, httpMethod, headers, queryStringParameters, body, isBase64Encoded } = (event ??
    {}) as Partial<WebRequest & { isBase64Encoded: boolean }>;
  return {
    path: String(path ?? ''),
    httpMethod: String(httpMethod ?? '').toUpperCase(),
    headers: Object.fromEntries(
      Object.entries(headers ?? {}).map(([name, value]) => [
        name.toLowerCase(),
        String(value ?? ''),
      ]),
    ),
    queryStringParameters: { ...queryStringParameters },
    body: isBase64Encoded
      ? Buffer.from(String(body ?? ''), 'base64').toString('utf8')
      : String(body ?? ''),
  };
};

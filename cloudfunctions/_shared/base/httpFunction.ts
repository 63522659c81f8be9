import { noticeAnswers } from '#contract/sentences/payments.ts';
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

/**
 * A function reached from outside, without session and rule: a handler that changes something verifies a signature first.
 * Errors become a plain 500 without details, so that the sender repeats the call.
 */
export const defineHttpFunction = (
  name: string,
  handler: (request: WebRequest, requestId: string) => Promise<WebAnswer>,
) => {
  requireSecrets(name);
  return (event: unknown, context?: unknown): Promise<WebAnswer> =>
    logCall(name, 'http', context, async line => {
      try {
        const answer = await handler(toRequest(event), line.requestId);
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

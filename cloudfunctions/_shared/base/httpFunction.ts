import { randomUUID } from 'node:crypto';
import { noticeAnswers } from '#contract/sentences/payments.ts';
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
  return async (event: unknown, context?: unknown): Promise<WebAnswer> => {
    const requestId = (context as { request_id?: string } | undefined)?.request_id || randomUUID();
    try {
      return await handler(toRequest(event), requestId);
    } catch (error) {
      console.error(requestId, name, error);
      return jsonAnswer(500, { code: 'FAIL', message: noticeAnswers.failed });
    }
  };
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

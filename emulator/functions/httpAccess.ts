import type { ReadCaller } from '../auth/credentials.ts';
import { CALL_BODY_LIMIT, isObject, readBody } from '../http/body.ts';
import { type Exchange, isBelow, type Mount, sendBody } from '../http/exchange.ts';
import type { Inject } from '../seams/inject.ts';
import { type EmulatorConfig, type HttpPathConfig, PlatformError } from '../types.ts';
import type { Answer, FunctionRunner } from './runner.ts';

const TEXTUAL = /^(text\/|application\/(json|xml|x-www-form-urlencoded|javascript))|\+(json|xml)/i;
/** Headers that belong to the connection, not to the function. */
const RESERVED = /^(connection|content-length|transfer-encoding|keep-alive|upgrade|date)$/i;

/**
 * HTTP access: plain web requests to functions. Rules do not apply, as in production: the function must authenticate
 * its callers, unless the path asks for sign-in. The longest configured path wins.
 */
export function httpAccessMount(
  config: Pick<EmulatorConfig, 'functions' | 'httpPaths' | 'isHttpAccessOff' | 'domains'>,
  runner: FunctionRunner,
  readCaller: ReadCaller,
  inject: Inject,
): Mount {
  const configAt = (path: string): (HttpPathConfig & { prefix: string }) | undefined => {
    const own = Object.entries(config.functions).map(
      ([functionName, { http }]): [string | undefined, HttpPathConfig] => [http, { functionName }],
    );
    const paths = [...own, ...Object.entries(config.httpPaths ?? {})];
    let longest = '';
    let found: (HttpPathConfig & { prefix: string }) | undefined;
    for (const [given, itsConfig] of paths) {
      const prefix = given?.replace(/(.)\/$/, '$1') ?? '';
      if (itsConfig.isOff || prefix.length <= longest.length || !isBelow(path, prefix)) continue;
      [longest, found] = [prefix, { ...itsConfig, prefix }];
    }
    return found;
  };
  return {
    prefix: '',
    owns: path => configAt(path) !== undefined,
    async handle(exchange) {
      if (config.isHttpAccessOff)
        throw new PlatformError('HTTPSERVICE_NONACTIVATED', 'the service is switched off', 403);
      const {
        prefix,
        functionName: name,
        needsSignIn,
        cutsPath,
        isSafe,
      } = configAt(exchange.path)!;
      // Which requests this refuses is not documented; that of a server names no domain.
      if (isSafe && exchange.req.headers.origin === undefined)
        throw new PlatformError('INVALID_HOST', 'the request names no allowed domain', 403);
      if (needsSignIn) readCaller(exchange);
      const event = await toEvent(exchange, cutsPath ? prefix : '');
      const { requestId, ip, base } = exchange;
      const call = { name, event: JSON.stringify(event), caller: null, ip, requestId, base };
      const after = await inject.meet([name]);
      const result = await runner.invoke(call);
      await after();
      answer(exchange, result, config.domains?.isDownload);
    },
  };
}

async function toEvent({ req, rawPath, query, method, ip, requestId }: Exchange, cut: string) {
  const body = await readBody(req, CALL_BODY_LIMIT);
  const isBase64Encoded =
    body.length > 0 && !TEXTUAL.test(req.headers['content-type'] ?? 'text/plain');
  return {
    path: rawPath.slice(cut.length) || '/',
    httpMethod: method,
    headers: { ...req.headers, 'x-client-ip': ip },
    queryStringParameters: Object.fromEntries(query),
    requestContext: { requestId, sourceIp: ip },
    body: body.toString(isBase64Encoded ? 'base64' : 'utf8'),
    isBase64Encoded,
  };
}

function answer(exchange: Exchange, { kind, body: given }: Answer, isDownload = false): void {
  if (isDownload) exchange.res.setHeader('content-disposition', 'attachment');
  if (kind === 'text') return sendBody(exchange, 200, given, 'text/plain; charset=utf-8');
  const value: unknown = JSON.parse(Buffer.from(given).toString());
  // Without a status code, the returned value itself is the answer.
  if (!isObject(value) || typeof value.statusCode !== 'number')
    return sendBody(exchange, 200, given, 'application/json; charset=utf-8');
  const { statusCode, headers, body = '', isBase64Encoded } = value;
  if (!Number.isInteger(statusCode) || statusCode < 200 || statusCode > 599)
    throw new PlatformError('FUNCTION_INVOCATION_FAILED', 'the status code is not valid', 500);
  const bytes =
    typeof body === 'string'
      ? Buffer.from(body, isBase64Encoded === true ? 'base64' : 'utf8')
      : Buffer.from(JSON.stringify(body));
  const { res, method } = exchange;
  res.setHeader('content-type', 'text/plain; charset=utf-8');
  try {
    for (const [name, content] of Object.entries(isObject(headers) ? headers : {}))
      if (!RESERVED.test(name) && !(isDownload && /^content-disposition$/i.test(name)))
        res.setHeader(name, Array.isArray(content) ? content.map(String) : String(content));
  } catch {
    throw new PlatformError('FUNCTION_INVOCATION_FAILED', 'a header is not valid', 500);
  }
  res.writeHead(statusCode, { 'content-length': bytes.length });
  res.end(method === 'HEAD' ? undefined : bytes);
}

import type { ReadCaller } from '../auth/credentials.ts';
import type { Caller } from '../auth/sessions.ts';
import { FUNCTIONS_PATH, type Gateway } from '../gateway/gateway.ts';
import { CALL_BODY_LIMIT, isObject, parseJson, readBody } from '../http/body.ts';
import { type Mount, sendBody } from '../http/exchange.ts';
import type { Inject } from '../seams/inject.ts';
import { type InvokeRule, PlatformError } from '../types.ts';
import type { FunctionRunner } from './runner.ts';

export interface FunctionGatewayOptions {
  runner: FunctionRunner;
  readCaller: ReadCaller;
  gateway: Gateway;
  inject: Inject;
}

/** `POST /v1/functions/<name>`: how browsers call. */
export function functionGateway(options: FunctionGatewayOptions): Mount {
  const { runner } = options;
  return {
    prefix: FUNCTIONS_PATH,
    async handle(exchange) {
      if (exchange.method !== 'POST')
        throw new PlatformError('BAD_REQUEST', 'functions are called by POST', 405);
      const name = exchange.path.slice(FUNCTIONS_PATH.length);
      const caller = options.readCaller(exchange);
      const { path, method } = exchange;
      options.gateway.check({ kind: 'functions', path, method, caller });
      if (!runner.has(name))
        throw new PlatformError('FUNCTION_NOT_FOUND', 'function not found', 404);
      if (!mayInvoke(runner.config(name)?.rule, caller))
        throw new PlatformError('EXCEED_AUTHORITY', 'the function does not admit this caller', 403);
      const { value, text } = parseJson(await readBody(exchange.req, CALL_BODY_LIMIT));
      if (!isObject(value))
        throw new PlatformError('FUNCTION_PARAM_INVALID', 'the event must be an object');
      const after = await options.inject.meet(callNames(name, value));
      const { requestId, ip, base } = exchange;
      const answer = await runner.invoke({ name, event: text, caller, ip, requestId, base });
      await after();
      const type =
        answer.kind === 'json' ? 'application/json; charset=utf-8' : 'text/plain; charset=utf-8';
      sendBody(exchange, 200, answer.body, type);
    },
  };
}

/** The names under which `POST /__emulator/inject` finds a function call. */
export function callNames(name: string, event: unknown): string[] {
  const action =
    isObject(event) && typeof event.action === 'string' ? [`${name}.${event.action}`] : [];
  return ['functions.invokeFunction', name, ...action];
}

/**
 * Whether a client may invoke a function. The publishable key alone is no user, so only `true` admits it. A function
 * without a rule admits signed-in, non-anonymous users only: a forgotten rule must not grant access.
 */
function mayInvoke(rule: InvokeRule | undefined, caller: Caller): boolean {
  switch (rule) {
    case true:
    case 'true':
      return true;
    case false:
    case 'false':
      return false;
    case 'auth != null':
      return caller !== null;
    default:
      return caller !== null && caller.loginType !== 'ANONYMOUS';
  }
}

import { isObject, readJsonObject } from '../http/body.ts';
import { type Exchange, type Mount, sendJson } from '../http/exchange.ts';
import { type Clock, PlatformError } from '../types.ts';
import type { Inject } from './inject.ts';

export interface SeamRoutesOptions {
  /** Without it only `health` exists. */
  test: boolean;
  clock: Clock;
  inject: Inject;
  reset(): Promise<void>;
  settle(): Promise<void>;
  /** Whether it can be used; false while it is being filled. */
  ready(): boolean;
  fireTimer(functionName: string, timerName: string): Promise<void>;
  /** Calls a function as another one would, with an openid as the mini-program does. @returns its answer */
  callFunction(name: string, event: Record<string, unknown>, openid?: string): Promise<unknown>;
  /** Changes how the platform behaves towards deployments; absent where it takes none. */
  changeConditions?: ((changes: Record<string, unknown>) => void) | undefined;
}

/** `/__emulator/*`: routes for tests. */
export function seamRoutes(options: SeamRoutesOptions): Mount {
  const invalid = (message: string) => new PlatformError('INVALID_PARAM', message, 400);

  const seams: Record<string, (body: Record<string, unknown>) => Promise<unknown>> = {
    reset: options.reset,
    async clock({ now }) {
      const real = now === null || now === undefined;
      // Within what a date can hold, with room for lifetimes to be added.
      if (!real && !(typeof now === 'number' && now >= 0 && now <= 8e15))
        throw invalid('now is epoch milliseconds, or null for the real time');
      options.clock.set(real ? null : (now as number));
      return { now: options.clock.now() };
    },
    async inject({ action, times = 1, code, message, delayMs, close, skip, when = 'before' }) {
      if (typeof action !== 'string' || action === '') throw invalid('action is required');
      if (!Number.isInteger(times) || (times as number) < 1)
        throw invalid('times is a positive integer');
      if (code !== undefined && typeof code !== 'string') throw invalid('code is a string');
      if (message !== undefined && typeof message !== 'string')
        throw invalid('message is a string');
      if (delayMs !== undefined && !(typeof delayMs === 'number' && delayMs >= 0))
        throw invalid('delayMs is a number of milliseconds');
      if (close !== undefined && typeof close !== 'boolean') throw invalid('close is a boolean');
      if (skip !== undefined && !(Number.isInteger(skip) && (skip as number) >= 0))
        throw invalid('skip is a number of calls');
      if (code === undefined && delayMs === undefined && close === undefined)
        throw invalid('code, delayMs or close is required');
      if (when !== 'before' && when !== 'after') throw invalid('when is before or after');
      const number = { times: times as number, skip: skip as number | undefined };
      options.inject.add({ action, ...number, code, message, delayMs, close, when });
    },
    forget: async () => options.inject.reset(),
    settle: options.settle,
    async management(changes) {
      if (!options.changeConditions) throw invalid('this platform takes no deployments');
      options.changeConditions(changes);
    },
    async timer({ function: functionName, name }) {
      if (typeof functionName !== 'string' || typeof name !== 'string')
        throw invalid('function and name are required');
      await options.fireTimer(functionName, name);
    },
    async call({ function: functionName, event, openid }) {
      if (typeof functionName !== 'string' || !isObject(event))
        throw invalid('function and event are required');
      if (openid !== undefined && typeof openid !== 'string') throw invalid('openid is a text');
      return { result: await options.callFunction(functionName, event, openid) };
    },
  };

  return {
    prefix: '/__emulator',
    async handle(exchange: Exchange) {
      const name = exchange.path.slice('/__emulator/'.length);
      if (name === 'health' && exchange.method === 'GET')
        return sendJson(exchange, options.ready() ? 200 : 503, { ready: options.ready() });
      const seam = options.test && Object.hasOwn(seams, name) ? seams[name] : undefined;
      if (!seam) throw new PlatformError('NOT_FOUND', 'nothing is here', 404);
      if (exchange.method !== 'POST') throw new PlatformError('BAD_REQUEST', 'POST only', 405);
      sendJson(exchange, 200, (await seam(await readJsonObject(exchange.req))) ?? {});
    },
  };
}

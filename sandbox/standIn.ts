import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { createDisturber, readDisturbance } from './disturbance.ts';
import { bytesOf, type SandboxExchange, type SandboxMount } from './exchange.ts';

/** One parsed request to a stand-in. */
export interface StandInRequest {
  method: string;
  /** Below the service's own root, e.g. `/task/openapi/create`. */
  path: string;
  query: URLSearchParams;
  headers: IncomingMessage['headers'];
  body: Buffer;
  /** Address of this stand-in, without a trailing slash. */
  base: string;
}

export interface StandInAnswer {
  status: number;
  type?: string;
  headers?: Record<string, string>;
  body: string | Buffer | Readable;
}

interface ReceivedCall {
  time: number;
  method: string;
  path: string;
  mode: string;
  status: number;
}

/** A service of `sandbox.ts`. */
export interface StandIn {
  mount: SandboxMount;
  /** `PUT` disturbs the next calls, `GET` lists those that came. */
  control(method: string, path: string, given: Record<string, unknown>): Promise<unknown>;
  reset(): void;
  close(): void;
}

export interface StandInOptions {
  name: string;
  /** Checks what the real service checks. */
  respond(request: StandInRequest): Promise<StandInAnswer> | StandInAnswer;
  /** The service's own error. */
  refuse(code: string | number): StandInAnswer;
  /** Forgets everything that has come, and what `adjust` has set. */
  forget(): void;
  /** Sets what is particular to this service. False if nothing of it was given. @throws on wrong input */
  adjust?(given: Record<string, unknown>): boolean;
  /** What people do at this service: `POST` to this path. Null for what is not there. @throws on wrong input */
  act?(path: string, given: Record<string, unknown>): object | null;
  /** What a test may look at, beside the calls. */
  seen?(): object;
  close?(): void;
}

/** The base address that functions use. */
export const standInPath = (name: string) => `/__sandbox-${name}`;

const CALLS_KEPT = 1_000;
const MOST_BYTES = 40 * 1024 * 1024;

export const json = (status: number, value: unknown): StandInAnswer => ({
  status,
  body: JSON.stringify(value),
});

const badGateway = (status = 502): StandInAnswer => ({
  status,
  type: 'text/html',
  body: '<h1>Bad Gateway</h1>',
});

/** A stand-in of another company's service. */
export const createStandIn = (options: StandInOptions): StandIn => {
  const { name, respond, refuse, forget, adjust, act, seen, close } = options;
  const prefix = standInPath(name);
  const disturber = createDisturber();
  let calls: ReceivedCall[] = [];

  const service = async (exchange: SandboxExchange) => {
    const { req, res, method, rawPath, query } = exchange;
    const body = await bytesOf(req, MOST_BYTES);
    const path = rawPath.slice(prefix.length) || '/';
    // The API 3.0 has one path for all its actions.
    const met = disturber.take(String(req.headers['x-tc-action'] ?? path));
    if (met.mode === 'slow') await wait(met.ms, undefined, { ref: false });
    const base = `http://${req.headers.host ?? ''}${prefix}`;
    const carryOut = () => {
      if (met.mode === 'fail') return badGateway(met.status);
      if (met.mode === 'refuse') return refuse(met.code ?? '');
      return respond({ method, path, query, headers: req.headers, body, base });
    };
    const { status, type, headers = {}, body: content } = await carryOut();
    calls.push({ time: Date.now(), method, path, mode: met.mode, status });
    calls = calls.slice(-CALLS_KEPT);
    if (met.mode === 'lose') return void res.destroy();
    if (res.destroyed) return;
    res.writeHead(status, {
      'content-type': type ?? 'application/json; charset=utf-8',
      ...headers,
    });
    // A caller may leave in the middle.
    if (content instanceof Readable) await pipeline(content, res).catch(() => undefined);
    else res.end(content);
  };

  return {
    mount: { prefix, handle: service },
    async control(method, path, given) {
      if (method === 'POST') return act?.(path, given) ?? null;
      if (path !== '') return null;
      if (method === 'GET') return { calls, ...seen?.() };
      if (method !== 'PUT') return null;
      const next = readDisturbance(given);
      const isAdjusted = adjust?.(given) ?? false;
      if ('mode' in given || !isAdjusted) disturber.set(next);
      return disturber.get(next.path);
    },
    reset() {
      calls = [];
      disturber.reset();
      forget();
    },
    close: () => close?.(),
  };
};

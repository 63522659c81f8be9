import type { IncomingMessage } from 'node:http';
import { calm, createDisturber, readDisturbance } from './disturbance.ts';
import type { SandboxExchange, SandboxMount } from './exchange.ts';

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
  body: string | Buffer;
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

/** The base address that functions use. */
export const standInPath = (name: string) => `/__sandbox-${name}`;

const CALLS_KEPT = 1_000;
const MOST_BYTES = 40 * 1024 * 1024;

export const json = (status: number, value: unknown): StandInAnswer => ({
  status,
  body: JSON.stringify(value),
});

const read = async (req: IncomingMessage): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of req as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= MOST_BYTES) chunks.push(chunk);
  }
  return Buffer.concat(chunks);
};

/** A stand-in of another company's service; `respond` checks what the real one checks. */
export const createStandIn = (
  name: string,
  respond: (request: StandInRequest) => Promise<StandInAnswer> | StandInAnswer,
  forget: () => void,
): StandIn => {
  const prefix = standInPath(name);
  const disturber = createDisturber();
  let calls: ReceivedCall[] = [];

  const service = async (exchange: SandboxExchange) => {
    const { req, res, method, rawPath, query } = exchange;
    const body = await read(req);
    const met = disturber.take();
    if (met.mode === 'slow') await new Promise(resolve => setTimeout(resolve, met.ms));
    const request = {
      method,
      path: rawPath.slice(prefix.length) || '/',
      query,
      headers: req.headers,
      body,
      base: `http://${req.headers.host ?? ''}${prefix}`,
    };
    const {
      status,
      type,
      headers = {},
      body: content,
    }: StandInAnswer = met.mode === 'fail'
      ? { status: met.status ?? 502, type: 'text/html', body: '<h1>Bad Gateway</h1>' }
      : await respond(request);
    calls.push({ time: Date.now(), method, path: request.path, mode: met.mode, status });
    calls = calls.slice(-CALLS_KEPT);
    if (met.mode === 'lose') return void res.destroy();
    if (res.destroyed) return;
    res.writeHead(status, {
      'content-type': type ?? 'application/json; charset=utf-8',
      ...headers,
    });
    res.end(content);
  };

  return {
    mount: { prefix, handle: service },
    async control(method, path, given) {
      if (path !== '') return null;
      if (method === 'GET') return { calls };
      if (method !== 'PUT') return null;
      disturber.set(readDisturbance(given));
      return disturber.get();
    },
    reset() {
      calls = [];
      disturber.set(calm);
      forget();
    },
    close: () => undefined,
  };
};

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createSandbox, type SandboxOptions } from '../sandbox.ts';
import { makeWechatPayKeys } from '../wechatPay/keys.ts';

/** All stand-ins on a port of their own, with a clock that a test sets by default. */
export const startSandbox = async (options: Partial<SandboxOptions> = {}) => {
  let time = Date.now();
  const sandbox = createSandbox({
    test: true,
    now: () => time,
    wechatPay: { keys: makeWechatPayKeys() },
    ...options,
  });
  const server = createServer((req, res) => {
    const { pathname, searchParams: query } = new URL(req.url ?? '/', 'http://sandbox.test');
    const mount = sandbox.mounts.find(
      ({ prefix }) => pathname === prefix || pathname.startsWith(`${prefix}/`),
    );
    const exchange = { req, res, method: req.method ?? 'GET', rawPath: pathname, query };
    void mount?.handle(exchange);
  });
  await new Promise<void>(resolve => void server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    url,
    wechatpay: sandbox.wechatpay,
    now: () => time,
    later: (ms: number) => void (time += ms),
    /** Sets how a stand-in behaves. */
    configure: async (name: string, settings: object) => {
      const answer = await fetch(`${url}/__sandbox/${name}`, {
        method: 'PUT',
        body: JSON.stringify(settings),
      });
      return { status: answer.status, ...((await answer.json()) as Record<string, unknown>) };
    },
    seen: async (name: string) =>
      (await (await fetch(`${url}/__sandbox/${name}`)).json()) as Record<string, unknown>,
    reset: () => fetch(`${url}/__sandbox/reset`, { method: 'POST' }),
    async close() {
      sandbox.close();
      server.closeAllConnections();
      await new Promise(resolve => server.close(resolve));
    },
  };
};

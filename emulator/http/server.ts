import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { ConnectionBroken, PlatformError } from '../types.ts';
import { type Exchange, fits, type Mount, openExchange, sendError } from './exchange.ts';
import { checkHost, checkOrigin, setCors } from './origins.ts';

/** How long a stop waits for calls in flight. */
const DRAIN_MS = 10_000;

export interface HttpServer {
  port: number;
  /** Stops taking new calls, lets those in flight finish for up to 10 s, then closes every connection. */
  close(): Promise<void>;
}

export interface HttpServerOptions {
  port: number;
  origins: string[];
  /** Tried in order; the first whose prefix fits answers. */
  mounts: Mount[];
  /** Goes on being served during the drain: functions in flight still need the database. */
  servedWhileDraining: Mount;
  /** Work beside requests that a stop waits for as well. */
  busy(): boolean;
  log(line: string): void;
}

export async function startServer(options: HttpServerOptions): Promise<HttpServer> {
  let draining = false;
  const inFlight = new Set<ServerResponse>();

  const answer = async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    let exchange: Exchange | undefined;
    try {
      setCors(req, res);
      exchange = openExchange(req, res);
      checkHost(req, exchange);
      const asked = exchange;
      const internal = fits(options.servedWhileDraining, asked);
      const mount = internal
        ? options.servedWhileDraining
        : options.mounts.find(candidate => fits(candidate, asked));
      if (!mount?.crossOrigin) checkOrigin(req, options.origins);
      if (draining) res.setHeader('connection', 'close');
      if (draining && !internal) throw new PlatformError('SERVICE_STOPPING', 'shutting down', 503);
      if (mount?.crossOrigin?.(exchange)) return;
      if (exchange.method === 'OPTIONS') {
        res.writeHead(204).end();
        return;
      }
      if (!mount) throw new PlatformError('NOT_FOUND', 'nothing is here', 404);
      if (!internal) {
        inFlight.add(res);
        res.once('close', () => inFlight.delete(res));
      }
      await mount.handle(exchange);
    } catch (error) {
      refuse(exchange ?? { req, res, method: req.method ?? 'GET', requestId: '' }, error);
    } finally {
      if (!req.complete && res.writableEnded) req.resume();
    }
  };

  const refuse = (
    exchange: Pick<Exchange, 'req' | 'res' | 'method' | 'requestId'>,
    error: unknown,
  ) => {
    const known = error instanceof PlatformError;
    const { req, res } = exchange;
    if (error instanceof ConnectionBroken) return void res.destroy();
    if (req.destroyed && !req.complete) return;
    if (!known) options.log(`${req.method} ${req.url?.slice(0, 200)}: ${describe(error)}`);
    if (res.headersSent) {
      res.destroy();
      return;
    }
    // A request refused before its body was read cannot share its connection with the next one.
    if (!req.complete) res.setHeader('connection', 'close');
    if (known) sendError(exchange as Exchange, error.status, error.code, error.message);
    else sendError(exchange as Exchange, 500, 'SYS_ERR', 'internal error');
  };

  const server = createServer(
    { maxHeaderSize: 32 * 1024, keepAliveTimeout: 65_000, connectionsCheckingInterval: 2_000 },
    (req, res) => void answer(req, res),
  );
  // A client that sends its headers or body too slowly is disconnected; 100 MiB over loopback needs far less.
  server.headersTimeout = 10_000;
  server.requestTimeout = 120_000;
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    // A browser opens connections before it needs them: an answer there would be taken for that of its next request.
    const isSilent = error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && socket.bytesRead === 0;
    if (isSilent || error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
    const status =
      error.code === 'HPE_HEADER_OVERFLOW'
        ? '431 Request Header Fields Too Large'
        : '400 Bad Request';
    socket.end(`HTTP/1.1 ${status}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`);
  });
  server.on('connect', (_req, socket: Socket) => void socket.destroy());
  server.on('upgrade', (_req, socket: Socket) => void socket.destroy());

  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        error.code === 'EADDRINUSE'
          ? new Error(`Port ${options.port} is in use; choose another with --port.`, {
              cause: error,
            })
          : error,
      ),
    );
    // Loopback only: nothing here is secured for a network.
    server.listen(options.port, '127.0.0.1', resolve);
  });

  let closing: Promise<void> | undefined;
  const close = async () => {
    draining = true;
    const until = Date.now() + DRAIN_MS;
    while ((inFlight.size > 0 || options.busy()) && Date.now() < until)
      await new Promise(done => setTimeout(done, 10));
    await new Promise<void>(resolve => {
      server.close(() => resolve());
      server.closeIdleConnections();
      setTimeout(() => server.closeAllConnections(), 50);
    });
  };
  return { port: (server.address() as AddressInfo).port, close: () => (closing ??= close()) };
}

function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

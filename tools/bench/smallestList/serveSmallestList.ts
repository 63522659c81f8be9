import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

const TYPES: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript' };

/** Built with vite as the product is, every file compressed once; served by nothing but `node:http`. */
export const serveSmallestList = async (orders: readonly object[], pageSize: number) => {
  const outDir = mkdtempSync(path.join(tmpdir(), 'smallest-list-'));
  const nodeEnv = process.env['NODE_ENV'];
  process.env['NODE_ENV'] = 'production';
  const { build } = await import('vite');
  await build({
    root: path.dirname(fileURLToPath(import.meta.url)),
    configFile: false,
    logLevel: 'error',
    build: { outDir, target: 'es2022', chunkSizeWarningLimit: 2_000 },
  });
  if (nodeEnv) process.env['NODE_ENV'] = nodeEnv;

  const files = new Map<string, { body: Buffer; type: string }>(
    readdirSync(outDir, { recursive: true, withFileTypes: true })
      .filter(entry => entry.isFile())
      .map(entry => {
        const file = path.join(entry.parentPath, entry.name);
        const type = TYPES[path.extname(file)] ?? 'application/octet-stream';
        const body = gzipSync(readFileSync(file));
        return [`/${path.relative(outDir, file)}`, { body, type }] as const;
      }),
  );
  rmSync(outDir, { recursive: true });

  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
    if (pathname === '/orders') {
      const from = (Number(searchParams.get('page')) - 1) * pageSize;
      const data = orders.slice(from, from + pageSize);
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ data, total: orders.length }));
      return;
    }
    const isPage = pathname === '/';
    const file = files.get(isPage ? '/index.html' : pathname);
    if (!file) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, {
      'content-type': file.type,
      'content-encoding': 'gzip',
      'cache-control': isPage ? 'no-cache' : 'public, max-age=31536000, immutable',
    });
    response.end(file.body);
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/#/orders`,
    close: () =>
      new Promise<void>(resolve => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
};

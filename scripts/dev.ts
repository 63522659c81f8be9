/**
 * `npm run dev -- --port 8080`: Vite with hot reload in front of the local platform; functions are built again and
 * loaded afresh when they, or the contract, are saved.
 */
import { watch } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { createServer } from 'vite';
import { configScript } from './build/configScript.ts';
import { buildFunctions } from './build/functions.ts';
import { printLog } from './logs/printLog.ts';
import { dist, root } from './shared/built.js';
import { ENV_ID, serve } from './start/serve.ts';

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '8080' },
    data: { type: 'string', default: '.data' },
    workers: { type: 'string', default: '2' },
  },
});

const functionsDir = path.join(dist, 'dev/functions');
const rebuild = () => buildFunctions({ outDir: functionsDir, minify: false });
await rebuild();

const { emulator, initialPassword, close } = await serve({
  port: 0,
  dataDir: path.resolve(values.data),
  workers: Number(values.workers),
  demo: 'small',
  test: true,
  functionsDir,
  log: printLog,
});

/** Whole segments: `/authProvider/…` is a source file of ours. */
const paths = ['v1', 'auth', 'cos', 'notify', '__emulator', '__sandbox'];
const vite = await createServer({
  root,
  plugins: [
    {
      name: 'local-config',
      configureServer: server => {
        server.middlewares.use('/config.js', (_request, response) => {
          response.setHeader('content-type', 'text/javascript; charset=utf-8');
          response.end(
            configScript({ envId: ENV_ID, publishableKey: emulator.publishableKey }, true),
          );
        });
      },
    },
  ],
  server: {
    host: '127.0.0.1',
    port: Number(values.port),
    strictPort: true,
    proxy: {
      ...Object.fromEntries(
        paths.map(name => [`^/${name}/`, { target: emulator.url, changeOrigin: true }]),
      ),
      // A page request to `/admin` is for the application; a `POST` is for the server SDK's API, whose signature covers
      // the host it was sent to.
      '^/admin(\\?|$)': {
        target: emulator.url,
        bypass: ({ method, url }) => (method === 'POST' ? undefined : url),
      },
    },
  },
});
await vite.listen();
// Our own line, without colours, because programs read the address from it.
console.log(`  ➜  ${vite.resolvedUrls?.local[0] ?? ''}`);
if (initialPassword) console.log(`  admin / ${initialPassword}   (shown once)`);

/** Saving a file often raises several events; one build answers them all. */
let due: NodeJS.Timeout | undefined;
const watchers = ['cloudfunctions', 'contract'].map(folder =>
  watch(path.join(root, folder), { recursive: true }, () => {
    clearTimeout(due);
    due = setTimeout(() => {
      rebuild().then(
        () => {
          emulator.reloadFunctions();
          console.log('functions rebuilt and reloaded');
        },
        (error: unknown) => console.error(error instanceof Error ? error.message : error),
      );
    }, 100);
  }),
);

const stop = () => {
  watchers.forEach(watcher => watcher.close());
  void Promise.all([vite.close(), close()]).then(() => process.exit(0));
};
process.once('SIGTERM', stop);
process.once('SIGINT', stop);

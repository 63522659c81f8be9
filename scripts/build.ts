/** `npm run build`: application, functions, `actions.json` and server into `dist/`, each only when its sources changed. */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { serve } from './serve.ts';

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
export const dist = path.join(root, 'dist');

/** What `serve` is given of it. */
export const built = {
  functionsDir: path.join(dist, 'functions'),
  appDir: path.join(dist, 'app'),
  workerFile: path.join(dist, 'server/worker.js'),
  /** Not built: filled by the workers as they run. */
  codeCacheDir: path.join(dist, 'cache'),
};

/** The server as it was built, so only after `build()`. */
export const loadServer = async () =>
  (await import(path.join(dist, 'server/serve.js'))) as { serve: typeof serve };

interface Part {
  name: string;
  /** Files and folders it is made from. */
  sources: string[];
  output: string;
  make: () => Promise<void>;
}

const product = ['contract', 'package.json', 'package-lock.json'];

const parts: Part[] = [
  {
    name: 'application',
    sources: [
      ...product,
      'src',
      'dataProvider',
      'authProvider',
      'i18n',
      'public',
      'index.html',
      'vite.config.ts',
    ],
    output: 'app/index.html',
    make: async () => {
      process.env['NODE_ENV'] = 'production';
      const { build } = await import('vite');
      await build({ root, logLevel: 'warn' });
    },
  },
  {
    name: 'functions',
    sources: [...product, 'cloudfunctions', 'scripts/build'],
    output: 'actions.json',
    make: async () => {
      const [{ buildFunctions }, { writeActions }] = await Promise.all([
        import('./build/functions.ts'),
        import('./build/actions.ts'),
      ]);
      await buildFunctions({ outDir: path.join(dist, 'functions') });
      await writeActions(path.join(dist, 'actions.json'));
    },
  },
  {
    name: 'server',
    sources: [...product, 'emulator', 'sandbox', 'scripts', 'cloudfunctions'],
    output: 'server/serve.js',
    make: async () => {
      const { buildServer } = await import('./build/server.ts');
      await buildServer(path.join(dist, 'server'));
    },
  },
];

const filesBelow = (file: string): string[] =>
  statSync(file).isDirectory()
    ? readdirSync(file)
        .sort()
        .flatMap(name => filesBelow(path.join(file, name)))
    : [file];

const fingerprint = ({ sources }: Part): string => {
  const hash = createHash('sha256').update(process.version);
  for (const source of sources) {
    const file = path.join(root, source);
    if (!existsSync(file)) continue;
    for (const name of filesBelow(file))
      hash.update(name.slice(root.length)).update(readFileSync(name));
  }
  return hash.digest('hex');
};

const memory = path.join(dist, 'fingerprints.json');

/** Content decides, not time: a fresh checkout of built sources is not built again. */
const outdated = () => {
  const known = existsSync(memory)
    ? (JSON.parse(readFileSync(memory, 'utf8')) as Record<string, string>)
    : {};
  return parts
    .map(part => ({ part, now: fingerprint(part), known }))
    .filter(
      ({ part, now }) => known[part.name] !== now || !existsSync(path.join(dist, part.output)),
    );
};

const makeOutdated = async () => {
  mkdirSync(dist, { recursive: true });
  for (const { part, now, known } of outdated()) {
    const started = performance.now();
    await part.make();
    known[part.name] = now;
    writeFileSync(memory, JSON.stringify({ ...known }, null, 2));
    console.log(`built ${part.name} in ${((performance.now() - started) / 1_000).toFixed(1)} s`);
  }
};

/** Builds in a separate process, so that a caller that continues to run does not keep the bundlers' memory. */
export const build = (): Promise<void> =>
  outdated().length === 0
    ? Promise.resolve()
    : new Promise((resolve, reject) => {
        const child = spawn(process.execPath, ['--import', 'tsx', fileURLToPath(import.meta.url)], {
          cwd: root,
          stdio: 'inherit',
          // A test runner's own NODE_ENV would make it React's development build.
          env: { ...process.env, NODE_ENV: 'production' },
        });
        child.on('error', reject);
        child.on('close', code =>
          code === 0 ? resolve() : reject(new Error(`the build failed (${code ?? 'killed'})`)),
        );
      });

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href)
  await makeOutdated();

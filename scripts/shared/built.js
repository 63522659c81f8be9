/**
 * What is in `dist/`, and whether it is still what its sources make. Plain JavaScript, like `start.js`: when nothing has
 * to be built, a start does without the TypeScript loader.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
export const dist = path.join(root, 'dist');

/** What `serve` is given of it. */
export const built = {
  functionsDir: path.join(dist, 'functions'),
  appDir: path.join(dist, 'app'),
  workerFile: path.join(dist, 'server/worker.js'),
  /** Not built: filled by the workers as they run. */
  codeCacheDir: path.join(dist, 'cache'),
};

const product = ['contract', 'package.json', 'package-lock.json'];

/** Each part by name: the files and folders it is made from, and one file of what is made. */
const parts = {
  application: {
    sources: [
      ...product,
      'src',
      'dataProvider',
      'authProvider',
      'i18n',
      'public',
      'index.html',
      'vite.config.ts',
      'scripts/build',
      'scripts/browsers',
      'docs/handbook.md',
      'docs/images/handbook',
    ],
    output: 'app/index.html',
  },
  functions: { sources: [...product, 'cloudfunctions', 'scripts/build'], output: 'actions.json' },
  server: {
    sources: [...product, 'emulator', 'sandbox', 'scripts', 'cloudfunctions'],
    output: 'server/startProduct.js',
  },
  /** Of the demo. */
  pictures: {
    sources: [
      'package-lock.json',
      'sandbox/scenes',
      'sandbox/runningHub/looks.ts',
      'scripts/demo/catalogue.ts',
      'scripts/demo/drawAll.ts',
      'scripts/demo/pictures.ts',
      'scripts/build/pictures.ts',
    ],
    output: 'pictures/lanterns.jpg',
  },
};
/** @typedef {keyof typeof parts} PartName */

/** Fingerprints of each part at its last build. */
export const fingerprintFile = path.join(dist, 'fingerprints.json');

/** @type {(file: string) => string[]} */
const filesBelow = file =>
  statSync(file).isDirectory()
    ? readdirSync(file)
        .sort()
        .flatMap(name => filesBelow(path.join(file, name)))
    : [file];

/** @type {(sources: string[]) => string} */
const fingerprint = sources => {
  const hash = createHash('sha256').update(process.version);
  for (const source of sources) {
    const file = path.join(root, source);
    if (!existsSync(file)) continue;
    for (const name of filesBelow(file))
      hash.update(name.slice(root.length)).update(readFileSync(name));
  }
  return hash.digest('hex');
};

/**
 * The parts to be built, with what `fingerprintFile` is to hold of them then. Content decides, not time: a fresh checkout
 * of built sources is not built again.
 */
export const outdated = () => {
  /** @type {Partial<Record<PartName, string>>} */
  const known = existsSync(fingerprintFile)
    ? JSON.parse(readFileSync(fingerprintFile, 'utf8'))
    : {};
  return /** @type {PartName[]} */ (Object.keys(parts))
    .map(name => ({ name, now: fingerprint(parts[name].sources), known }))
    .filter(
      ({ name, now }) => known[name] !== now || !existsSync(path.join(dist, parts[name].output)),
    );
};

/** Builds in a separate process, so that a caller that continues to run does not keep the bundlers' memory. */
export const build = () =>
  outdated().length === 0
    ? Promise.resolve()
    : new Promise((resolve, reject) => {
        const child = spawn(process.execPath, ['--import', 'tsx', 'scripts/build.ts'], {
          cwd: root,
          stdio: 'inherit',
          // A test runner's own NODE_ENV would make it React's development build.
          env: { ...process.env, NODE_ENV: 'production' },
        });
        child.on('error', reject);
        child.on('close', code =>
          code === 0
            ? resolve(undefined)
            : reject(new Error(`the build failed (${code ?? 'killed'})`)),
        );
      });

import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'esbuild';
import * as declared from './declared.ts';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');

/** Puts the data into the bundle, without what it is worked out from. */
const declaredAsData: Plugin = {
  name: 'declared',
  setup: ({ onLoad }) =>
    onLoad({ filter: /[/\\]scripts[/\\]build[/\\]declared\.ts$/ }, () => ({
      contents: Object.entries(declared)
        .map(([name, data]) => `export const ${name} = ${JSON.stringify(data)};`)
        .join('\n'),
    })),
};

/** The local platform and the program that starts it, as plain JavaScript: no loader at start, none in the workers. */
export const buildServer = async (outDir: string): Promise<void> => {
  await build({
    absWorkingDir: root,
    entryPoints: {
      startProduct: 'scripts/start/startProduct.ts',
      worker: 'emulator/functions/worker.ts',
    },
    outdir: outDir,
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    // Code that only the first start needs is loaded only then.
    splitting: true,
    // Native, or loaded by what only some starts need. The rest is read from one file instead of hundreds.
    external: ['libsql', 'sharp', 'smtp-server', '@cloudbase/node-sdk'],
    plugins: [declaredAsData],
    // Packages in CommonJS call it for Node's own modules.
    banner: {
      js: "import { createRequire as requireOf } from 'node:module'; const require = requireOf(import.meta.url);",
    },
    logLevel: 'warning',
  });
};

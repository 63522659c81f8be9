import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type BuildOptions, type Plugin } from 'esbuild';
import { parseAst } from 'vite';
import { read } from './evaluated.ts';
import { functionNames, packagesOf } from './platform.ts';

export interface BuildFunctionsOptions {
  /** `dist/functions`; receives `<name>/index.js` and `<name>/package.json`. */
  outDir: string;
  /** All of them when absent. */
  names?: readonly string[];
  /** true when absent. */
  minify?: boolean;
}

const root = fileURLToPath(new URL('../..', import.meta.url));

/**
 * Modules that the functions never use: the server SDK's AI and data-model clients with their dependencies, the writing
 * half of its XML reader, what asks whether Node is as new as 16.9, and zod's sentences in forty languages. They are more
 * than half of the size and of the load time.
 */
const unused =
  /^(@cloudbase\/(ai|app|wx-cloud-client-sdk)|web-streams-polyfill|mime-db|semver|xmlbuilder|\.\.\/locales\/index\.js)$/;

/** A stub that throws with an explanation when it is used. */
const stub = (name: string) => `
const gone = () => { throw new Error('${name} is left out of the functions: scripts/build/functions.ts'); };
module.exports = {
  __esModule: true,
  default: { generateHTTPClient: gone, generateMySQLClient: gone },
  AI: gone, satisfies: () => true, LANGS: {}, ReadableStream: globalThis.ReadableStream, create: gone,
};`;

/**
 * Packages that every function needs, as files beside its own, the same in each folder: a process that runs several
 * functions reads and compiles them once.
 */
export const sharedPackages: Record<string, string> = {
  '@cloudbase/node-sdk': 'node-sdk.js',
  zod: 'zod.js',
};

const leaveOutUnused: Plugin = {
  name: 'leave-out-unused',
  setup(bundler) {
    bundler.onResolve({ filter: unused }, ({ path: name }) => ({
      path: name,
      namespace: 'unused',
    }));
    bundler.onLoad({ filter: /.*/, namespace: 'unused' }, ({ path: name }) => ({
      // Two of them are looped over when they are loaded, so they must be empty.
      contents: /mime-db|locales/.test(name) ? 'module.exports = {};' : stub(name),
    }));
  },
};

const shareFiles: Plugin = {
  name: 'share-files',
  setup(bundler) {
    for (const [name, file] of Object.entries(sharedPackages))
      bundler.onResolve({ filter: new RegExp(`^${name}$`) }, () => ({
        path: `./${file}`,
        external: true,
      }));
  },
};

/**
 * The contract only declares: what of it a function does not use stays out. A bundler cannot see that the calls which make
 * a schema have no effect, so they are marked here. What follows from all entities is put in as plain data.
 */
const declarations: Plugin = {
  name: 'declarations',
  setup(bundler) {
    bundler.onLoad({ filter: /\/fromEntities\.ts$/ }, async ({ path: file }) => ({
      contents: await read(file),
    }));
    bundler.onLoad({ filter: /\/contract\/.*\.ts$/ }, async ({ path: file }) => {
      let contents = await readFile(file, 'utf8');
      for (const statement of parseAst(contents, { lang: 'ts' }).body.toReversed()) {
        const declared = 'declaration' in statement ? statement.declaration : statement;
        if (declared?.type !== 'VariableDeclaration') continue;
        for (const { init } of declared.declarations.toReversed())
          if (init && !/Function/.test(init.type))
            contents = `${contents.slice(0, init.start)}/* @__PURE__ */ (() => (${contents.slice(init.start, init.end)}))()${contents.slice(init.end)}`;
      }
      return { contents, loader: 'ts' };
    });
  },
};

/** CommonJS for Node 20 that needs nothing installed but the packages that each `package.json` names. */
export const buildFunctions = async ({
  outDir,
  names = functionNames,
  minify = true,
}: BuildFunctionsOptions): Promise<void> => {
  const options = {
    absWorkingDir: root,
    bundle: true,
    // A Chinese character takes half of what its escape does.
    charset: 'utf8' as const,
    platform: 'node',
    format: 'cjs',
    target: 'node20.19',
    // Names in log lines stay readable.
    keepNames: true,
    minify,
    legalComments: 'none',
    logLevel: 'error',
    // What is loaded later is loaded with `require`: code from the local platform's cache cannot use `import()`.
    supported: { 'dynamic-import': false },
  } satisfies BuildOptions;
  const [packages] = await Promise.all([
    build({
      ...options,
      entryPoints: Object.entries(sharedPackages).map(([name, file]) => ({
        in: name,
        out: path.parse(file).name,
      })),
      outdir: path.resolve(outDir),
      write: false,
      plugins: [leaveOutUnused],
    }),
    build({
      ...options,
      entryPoints: names.map(name => ({
        in: path.join('cloudfunctions', name, 'index.ts'),
        out: path.join(name, 'index'),
      })),
      outdir: path.resolve(outDir),
      external: [...new Set(names.flatMap(packagesOf))],
      plugins: [shareFiles, leaveOutUnused, declarations],
    }),
  ]);
  await Promise.all(
    names.flatMap(folder =>
      packages.outputFiles.map(({ path: file, contents }) =>
        writeFile(path.join(outDir, folder, path.basename(file)), contents),
      ),
    ),
  );
  const { dependencies: versions } = JSON.parse(
    await readFile(path.join(root, 'package.json'), 'utf8'),
  ) as { dependencies: Record<string, string> };
  await Promise.all(
    names.map(async name => {
      const installed = packagesOf(name).map(one => [one, versions[one]]);
      const manifest = {
        name,
        version: '1.0.0',
        private: true,
        main: 'index.js',
        ...(installed.length > 0 && { dependencies: Object.fromEntries(installed) as object }),
      };
      await mkdir(path.join(outDir, name), { recursive: true });
      await writeFile(
        path.join(outDir, name, 'package.json'),
        `${JSON.stringify(manifest, null, 2)}\n`,
      );
    }),
  );
};

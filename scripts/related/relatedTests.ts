import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';
import { testFolders } from '../../tests/testFolders.ts';
import { functionNames } from '../build/platform.ts';
import { root } from '../shared/built.js';

/** What everything rests on, so that it relates nothing to anything. */
const foundation = /\/(harness|fixture|registry)\.ts$/;

/** A function that is loaded, not imported: the file that loads it names it. */
const byName = /cloudfunctions\/[^/]+\/index\.ts$/;
/** The application has all pages of all resources; a test shows those at the addresses that it names. */
const resourceIndex = /src\/admin\/resources\/[^/]+\/index\.ts$/;

/** The entry points that import one of the files. */
const entriesWith = async (files: Set<string>, entryPoints: string[]): Promise<string[]> => {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints,
    outdir: 'none',
    bundle: true,
    write: false,
    metafile: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    alias: Object.fromEntries(rooms.map(room => [`#${room}`, `./${room}`])),
    loader: { '.css': 'empty', '.svg': 'empty', '.png': 'empty', '.woff2': 'empty' },
    logLevel: 'error',
    plugins: [
      {
        name: 'leave-out-the-foundation',
        setup: bundler =>
          bundler.onResolve({ filter: foundation }, ({ path: name }) => ({
            path: name,
            external: true,
          })),
      },
    ],
  });
  const reaches = (entry: string): boolean => {
    const seen = new Set([entry]);
    for (const file of seen) {
      if (files.has(file)) return true;
      for (const { path: next, kind, external } of metafile.inputs[file]?.imports ?? [])
        if (!external && !(kind === 'dynamic-import' && isNamed(entry, file, next))) seen.add(next);
    }
    return false;
  };
  return entryPoints.filter(reaches);
};
const isNamed = (entry: string, file: string, next: string) =>
  byName.test(next) || (file !== entry && resourceIndex.test(file));
const rooms = [
  'contract',
  'dataProvider',
  'authProvider',
  'i18n',
  'src',
  'cloudfunctions',
  'emulator',
];

/**
 * A test is related to the files it imports, at whatever distance. The harness of the function tests is no way there:
 * everything is behind it. It loads functions by name, so a test of functions is related to what the functions that
 * it names are bundled from; a test of screens to the pages of the resources whose addresses it names. Tests that sweep
 * every action, and those of the built product, are left out, unless they are among the files.
 */
export const relatedTests = async (files: Set<string>) => {
  const all = testFolders
    .flatMap(folder =>
      readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' }).map(
        name => `${folder}/${name}`,
      ),
    )
    .filter(name => /\.test\.tsx?$/.test(name));
  const textOf = (file: string) => readFileSync(path.join(root, file), 'utf8');
  const isBroad = (file: string) =>
    file.startsWith('tests/product/') || textOf(file).includes('/registry.ts');
  const narrow = all.filter(file => files.has(file) || !isBroad(file));
  const entries = functionNames.map(name => `cloudfunctions/${name}/index.ts`);
  const indexes = readdirSync(path.join(root, 'src/admin/resources'))
    .map(folder => `src/admin/resources/${folder}/index.ts`)
    .filter(file => existsSync(path.join(root, file)));
  const [importing, functions, resources] = await Promise.all([
    entriesWith(files, narrow),
    entriesWith(files, entries),
    entriesWith(files, indexes),
  ]);
  const routes = resources.flatMap(file =>
    [...textOf(file).matchAll(/^  name: '([^']+)'/gm)].map(([, route = '']) => route),
  );
  const names = functions.map(file => path.basename(path.dirname(file)));
  const naming = narrow.filter(
    file =>
      file.startsWith('tests/functions/') &&
      names.some(name => new RegExp(`['/]${name}['/]`).test(textOf(file))),
  );
  const showing = narrow.filter(
    file =>
      file.startsWith('tests/screens/') &&
      routes.some(route => new RegExp(`/${route}(?![\\w-])`).test(textOf(file))),
  );
  return { names, tests: [...new Set([...importing, ...naming, ...showing])] };
};

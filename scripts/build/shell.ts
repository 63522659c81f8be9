import path from 'node:path';
import { createElement, type FunctionComponent } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { type Plugin, type Rolldown, runnerImport } from 'vite';

const VISITORS = 'src/visitor/VisitorApp.tsx';
const ADMINISTRATORS = 'src/firstList.ts';

/** The files that the chunk with a module needs at once. */
const filesOf = (bundle: Rolldown.OutputBundle, file: string): string[] => {
  const chunks = Object.values(bundle).filter(one => one.type === 'chunk');
  const own = chunks.find(({ moduleIds }) => moduleIds.includes(file));
  if (!own) throw new Error(`${file} is in no chunk`);
  const needed = new Set([own.fileName]);
  for (const name of needed)
    for (const next of chunks.find(({ fileName }) => fileName === name)?.imports ?? [])
      needed.add(next);
  const entry = new Set(chunks.find(({ isEntry }) => isEntry)?.imports);
  const scripts = chunks.filter(
    ({ fileName, isEntry }) => needed.has(fileName) && !isEntry && !entry.has(fileName),
  );
  return scripts.flatMap(({ fileName, viteMetadata }) => [
    fileName,
    ...(viteMetadata?.importedCss ?? []),
  ]);
};

/** Behind the entry, which asks for the first templates. */
const linkTo = (file: string) =>
  file.endsWith('.css')
    ? `<link rel="preload" as="style" fetchpriority="low" crossorigin href="/${file}">`
    : `<link rel="modulepreload" fetchpriority="low" crossorigin href="/${file}">`;

/** The page has them already. */
const withoutStyles: Plugin = {
  name: 'without styles',
  enforce: 'pre',
  resolveId: id => (id.endsWith('.css') ? '\0none' : null),
  load: id => (id === '\0none' ? '' : null),
};

/**
 * Fills `index.html` with what visitors see until their code has arrived, and names the files of that code, so that they
 * are asked for beside the entry and not after it. A style sheet in the head would be waited for before anything is shown.
 */
export const shell = (root: string): Plugin => ({
  name: 'shell',
  transformIndexHtml: {
    order: 'post',
    handler: async (html, { bundle }) => {
      const { module } = await runnerImport<Record<string, FunctionComponent>>(
        path.join(root, 'src/visitor/Shell.tsx'),
        { configFile: false, plugins: [withoutStyles] },
      );
      // The policy refuses styles of elements, and lets scripts set them.
      const rendered = (name: string) =>
        renderToStaticMarkup(createElement(module[name]!)).replaceAll(
          / style="width:([^";]+)"/g,
          ' data-width="$1"',
        );
      const linksTo = (module: string) =>
        bundle ? filesOf(bundle, path.join(root, module)).map(linkTo).join('') : '';
      const sheets = /^ *<link rel="stylesheet".*\n/gm;
      return html
        .replaceAll(sheets, '')
        .replace('<!-- home -->', () => rendered('HomeShell'))
        .replace('<!-- not started -->', () => rendered('NotStarted'))
        .replace('<!-- page -->', () => rendered('PageShell'))
        .replace('<!-- visitor code -->', () => linksTo(VISITORS))
        .replace('<!-- admin code -->', () => linksTo(ADMINISTRATORS))
        .replace('</body>', end => `${html.match(sheets)?.join('') ?? ''}${end}`);
    },
  },
});

import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { imageSize } from 'image-size';
import { Marked, type Token, type Tokens } from 'marked';
import type { Plugin } from 'vite';
import { handbookSections } from './handbookSections.ts';

const SOURCE = 'docs/handbook.md';
const STYLES = ['src/shared/tokens.css', 'src/handbook/handbook.css'];
const PAGE = 'handbook.html';
/** The section of the text that lists all others; the page shows it beside them. */
const CONTENTS = '目录';

/** Addresses of the other files, as the page names them. */
interface Files {
  styles: string[];
  /** @param picture `images/handbook/refund.webp`, as the text names it */
  pictureAt: (picture: string) => string;
}

/** As GitHub's, so that a link within the text works there too. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(' ', '-');

const pagesOf = (anchor: string): string[] =>
  Object.keys(handbookSections).filter(page => handbookSections[page] === anchor);

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

const isContents = (token: Token) => token.type === 'heading' && token['text'] === CONTENTS;

/** Pictures are taken with two pixels for each of the screen's. */
const measuresOf = (file: string): string => {
  const { width, height } = imageSize(readFileSync(file));
  return `width="${Math.round(width / 2)}" height="${Math.round(height / 2)}"`;
};

/** The handbook as a page without a script, and with no style but its style sheets'. */
export const renderHandbook = (root: string, { styles, pictureAt }: Files): string => {
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth, text }) {
        const anchor = anchorOf(text);
        const pages = pagesOf(anchor)
          .map(page => `<a id="${page}"></a>`)
          .join('');
        return `${pages}<h${depth} id="${anchor}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
      image({ href, text }) {
        const file = path.join(root, path.dirname(SOURCE), href);
        // Pictures are taken of what is built, so a build has to do without a new one; a test does not.
        if (!existsSync(file)) return '';
        const measures = measuresOf(file);
        const address = pictureAt(href);
        const picture = `<img src="${address}" alt="${escaped(text)}" ${measures} loading="lazy">`;
        // Opens it in its full size.
        return `<a href="${address}">${picture}</a>`;
      },
      table(token) {
        const cells = (row: Tokens.TableCell[], tag: string) =>
          row.map(({ tokens }) => `<${tag}>${this.parser.parseInline(tokens)}</${tag}>`).join('');
        const rows = token.rows.map(row => `<tr>${cells(row, 'td')}</tr>`).join('\n');
        const head = `<thead><tr>${cells(token.header, 'th')}</tr></thead>`;
        return `<div class="table"><table>${head}<tbody>${rows}</tbody></table></div>\n`;
      },
    },
  });
  const tokens = marked.lexer(readFileSync(path.join(root, SOURCE), 'utf8'));
  const at = tokens.findIndex(isContents);
  const listAt = tokens.findIndex(({ type }, index) => index > at && type === 'list');
  if (at < 0 || listAt < 0) throw new Error(`${SOURCE} has no list below "${CONTENTS}"`);
  const title = tokens.find(({ type }) => type === 'heading') as Tokens.Heading;
  const contents = marked.parser([tokens[listAt]!]);
  const text = marked.parser(tokens.filter((_, index) => index < at || index > listAt));
  return `<!doctype html>
<html lang="zh-CN">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <meta name="robots" content="noindex">
    <meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src 'self'; style-src 'self'; base-uri 'none'; form-action 'none'">
    <title>${escaped(title.text)}</title>
    <link rel="icon" href="favicon.svg" type="image/svg+xml">
    ${styles.map(href => `<link rel="stylesheet" href="${href}">`).join('\n    ')}
  </head>
  <body>
    <nav aria-label="${CONTENTS}">
      <h2>${CONTENTS}</h2>
${contents}    </nav>
    <main>
${text}    </main>
  </body>
</html>
`;
};

/** Builds `docs/handbook.md` as a page beside the application; the development server renders it on each request. */
export const handbook = (root: string): Plugin => ({
  name: 'handbook',
  generateBundle() {
    const emitted = (file: string) => {
      const source = readFileSync(path.join(root, file));
      const id = this.emitFile({ type: 'asset', name: `handbook-${path.basename(file)}`, source });
      return this.getFileName(id);
    };
    const source = renderHandbook(root, {
      styles: STYLES.map(emitted),
      pictureAt: picture => emitted(path.join(path.dirname(SOURCE), picture)),
    });
    this.emitFile({ type: 'asset', fileName: PAGE, source });
  },
  configureServer: server => {
    server.middlewares.use(`/${PAGE}`, (_request, response) => {
      response.setHeader('content-type', 'text/html; charset=utf-8');
      const pictureAt = (picture: string) => path.posix.join(path.dirname(SOURCE), picture);
      response.end(renderHandbook(root, { styles: STYLES, pictureAt }));
    });
  },
});

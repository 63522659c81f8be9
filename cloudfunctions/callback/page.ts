import { createHash } from 'node:crypto';
import { escapeHtml } from '../_shared/base/html.ts';
import type { WebAnswer } from '../_shared/base/httpFunction.ts';

const STYLE =
  ':root{color-scheme:light dark}body{margin:20vh auto;padding:0 16px;max-width:480px;' +
  'font:16px/1.6 sans-serif;text-align:center}';
const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');

export interface Page {
  title: string;
  text: string;
  siteName: string;
  link: { href: string; label: string };
  /** Goes to the link by itself, and is described to those who show a preview of it. */
  preview?: {
    /** The page's own address; '' if it is not known. */
    address: string;
    /** Of the picture; '' for none. */
    picture: string;
  };
}

const previewOf = ({ title, text, siteName, link, preview }: Page): string[] => {
  if (!preview) return ['<meta name="robots" content="noindex">'];
  const { address, picture } = preview;
  const properties = {
    'og:type': 'website',
    'og:site_name': siteName,
    'og:title': title,
    'og:description': text,
    'og:url': address,
    'og:image': picture,
  };
  return [
    `<meta name="description" content="${escapeHtml(text)}">`,
    ...Object.entries(properties)
      .filter(([, content]) => content)
      .map(([name, content]) => `<meta property="${name}" content="${escapeHtml(content)}">`),
    ...(address ? [`<link rel="canonical" href="${escapeHtml(address)}">`] : []),
    `<meta http-equiv="refresh" content="0; url=${escapeHtml(link.href)}">`,
  ];
};

const htmlOf = (page: Page): string =>
  [
    '<!doctype html>',
    '<html lang="zh-CN">',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${escapeHtml(`${page.title} - ${page.siteName}`)}</title>`,
    ...previewOf(page),
    `<style>${STYLE}</style>`,
    `<h1>${escapeHtml(page.title)}</h1>`,
    `<p>${escapeHtml(page.text)}</p>`,
    `<p><a href="${escapeHtml(page.link.href)}">${escapeHtml(page.link.label)}</a></p>`,
    '</html>',
    '',
  ].join('\n');

/** @param maxAgeSec how long it may be kept, less than the picture's address is valid */
export const pageAnswer = (statusCode: number, page: Page, maxAgeSec: number): WebAnswer => ({
  statusCode,
  headers: {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': maxAgeSec > 0 ? `public, max-age=${maxAgeSec}` : 'no-store',
    'content-security-policy':
      `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; ` +
      "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
  },
  body: htmlOf(page),
});

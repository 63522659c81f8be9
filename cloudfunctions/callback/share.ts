import { createHash } from 'node:crypto';
import { cutText } from '#contract/cut.ts';
import { shareSentences } from '#contract/sentences/share.ts';
import type { Template } from '#contract/template.ts';
import { callbackPaths } from '../_shared/base/callbackPaths.ts';
import { environment } from '../_shared/base/environment.ts';
import { escapeHtml } from '../_shared/base/html.ts';
import { jsonAnswer, type WebAnswer, type WebHandler } from '../_shared/base/httpFunction.ts';
import { report } from '../_shared/base/log.ts';
import { settingsOf } from '../_shared/base/settings.ts';
import { addressesAnywhere, isPublicKey } from '../_shared/base/storage.ts';
import { readPictures, signedPlaces } from '../_shared/pictures/copies.ts';
import { publishedTemplate } from '../_shared/templates/published.ts';
import { publicPlace } from '../_shared/users/shownPictures.ts';

const STYLE =
  ':root{color-scheme:light dark}body{margin:20vh auto;padding:0 16px;max-width:480px;' +
  'font:16px/1.6 sans-serif;text-align:center}';
const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');

interface Page {
  title: string;
  text: string;
  siteName: string;
  link: { href: string; label: string };
  /** Goes to the link by itself, and is described to those who show a preview of it. */
  preview?: {
    /** The page's own address; '' if it is not known. */
    address: string;
    /** Address of the picture; '' for none. */
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
const pageAnswer = (statusCode: number, page: Page, maxAgeSec: number): WebAnswer => ({
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

/** Seconds; the picture's address is valid for longer. */
const KEPT_SEC = 300;
const MOST_DESCRIPTION = 120;

const idIn = (path: string) =>
  /^\/([\w-]{1,64})\/?$/.exec(path.slice(callbackPaths.sharedTemplate.length))?.[1] ?? null;

/** An address of the site; one without a host where the site's own is not known. */
const addressOf = (path: string) => environment.SITE_URL.replace(/\/$/, '') + path;

/** '' for a template without one that all may see, until its copy is made, and while the storage does not answer. */
const pictureOf = async ({ coverImage }: Template): Promise<string> => {
  if (!isPublicKey(coverImage)) return '';
  try {
    const { imageStyles } = await settingsOf('system');
    const key = coverImage + imageStyles.thumbnail;
    const places = new Map([[key, publicPlace(key, await readPictures([key]))]]);
    return (await signedPlaces(places, addressesAnywhere)).get(key)?.url ?? '';
  } catch (error) {
    report('no picture for a shared template', error);
    return '';
  }
};

const withoutBody = (answer: WebAnswer): WebAnswer => ({ ...answer, body: '' });

const answerTo = async (path: string): Promise<WebAnswer> => {
  const id = idIn(path);
  const [template, { siteName }] = await Promise.all([
    id ? publishedTemplate(id) : null,
    settingsOf('general'),
  ]);
  if (!template) {
    return pageAnswer(
      404,
      {
        title: shareSentences.gone,
        text: shareSentences.goneHint,
        siteName,
        link: { href: addressOf('/'), label: shareSentences.home },
      },
      0,
    );
  }
  const { _id, name, subtitle, description } = template;
  const href = addressOf(`/template/${_id}`);
  const words = subtitle || description || shareSentences.made(name);
  return pageAnswer(
    200,
    {
      title: name,
      text: cutText(words.replace(/\s+/g, ' '), MOST_DESCRIPTION),
      siteName,
      link: { href, label: shareSentences.open },
      preview: {
        address: environment.SITE_URL && href,
        picture: await pictureOf(template),
      },
    },
    KEPT_SEC,
  );
};

/** A page for those who show a preview of a shared address; people are taken to the template's own page. */
export const sharedTemplate: WebHandler = async ({ httpMethod, path }) => {
  if (httpMethod !== 'GET' && httpMethod !== 'HEAD') {
    const refusal = jsonAnswer(405, { code: 'METHOD_NOT_ALLOWED' });
    return { ...refusal, headers: { ...refusal.headers, allow: 'GET, HEAD' } };
  }
  const answer = await answerTo(path);
  return httpMethod === 'HEAD' ? withoutBody(answer) : answer;
};

import { beforeEach, describe, expect, it } from 'vitest';
import { sharedPage } from '../world/callback.ts';
import { startWorld } from '../world/harness.ts';

const SITE = 'https://photo.example';
const world = await startWorld({ SITE_URL: SITE });
beforeEach(() => world.reset());

const pageOf = async (id: string) => {
  const answer = await sharedPage(id);
  return { ...answer, page: new ParsedPage(answer.body) };
};

/** As much of a parser as these pages need: tags with quoted attributes, and text between them. */
class ParsedPage {
  readonly tags: Record<string, string>[];
  constructor(readonly html: string) {
    this.tags = [...html.matchAll(/<(\w+)((?:\s+[\w-]+="[^"]*")*)>/g)].map(
      ([, name = '', attributes = '']) => ({
        tag: name,
        ...Object.fromEntries(
          [...attributes.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, key, value = '']) => [
            key,
            unescaped(value),
          ]),
        ),
      }),
    );
  }
  meta(name: string) {
    return this.tags.find(({ property, ...tag }) => (property ?? tag['name']) === name)?.[
      'content'
    ];
  }
  find(of: Record<string, string>) {
    return this.tags.find(tag => Object.entries(of).every(([key, value]) => tag[key] === value));
  }
}
const unescaped = (text: string) =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');

describe('the page of a shared template', () => {
  it('gives name, words and picture to those who show a preview, and leads people on', async () => {
    await world.set('templates', 'tpl_0001', {
      name: '雨巷油纸伞',
      subtitle: '青石板与细雨',
      coverImage: 'template/demo/tpl_0001.png',
    });
    const { statusCode, headers, body, page } = await pageOf('tpl_0001');
    expect(statusCode).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'public, max-age=300',
      'x-content-type-options': 'nosniff',
    });
    expect(body).toMatch(/<title>雨巷油纸伞 - .+<\/title>/);
    expect(page.meta('og:title')).toBe('雨巷油纸伞');
    expect(page.meta('og:description')).toBe('青石板与细雨');
    expect(page.meta('description')).toBe('青石板与细雨');
    expect(page.meta('og:url')).toBe(`${SITE}/template/tpl_0001`);
    expect(page.find({ rel: 'canonical' })).toMatchObject({ href: `${SITE}/template/tpl_0001` });
    expect(page.find({ 'http-equiv': 'refresh' })).toMatchObject({
      content: `0; url=${SITE}/template/tpl_0001`,
    });
    expect(page.find({ tag: 'a' })).toMatchObject({ href: `${SITE}/template/tpl_0001` });

    const picture = page.meta('og:image') ?? '';
    expect(picture).toContain('template/demo/tpl_0001.png');
    const shown = await fetch(picture);
    expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/png']);
  });

  it('escapes names and descriptions', async () => {
    const name = `"><script>alert('1')</script>`;
    const description = `' onload="x" &amp; <img src=x>\n第二行`;
    await world.set('templates', 'tpl_0001', { name, subtitle: '', description });
    const { body, page } = await pageOf('tpl_0001');
    expect(body).not.toMatch(/<script|<img|'1'/);
    expect(page.meta('og:title')).toBe(name);
    expect(page.meta('og:description')).toBe(`' onload="x" &amp; <img src=x> 第二行`);
  });

  it('runs no script and is shown in no frame', async () => {
    const { headers, body } = await sharedPage('tpl_0001');
    expect(headers?.['content-security-policy']).toMatch(
      /default-src 'none'.*frame-ancestors 'none'/,
    );
    expect(body).not.toMatch(/<script|javascript:| on\w+=/);
  });

  it('has a picture only where there is one that may be shown', async () => {
    const pictureOf = async () => (await pageOf('tpl_0001')).page.meta('og:image');
    await world.set('templates', 'tpl_0001', { coverImage: 'template/demo/trash_0001.jpg' });
    expect(await pictureOf()).toBeUndefined();
    await world.set('templates', 'tpl_0001', { coverImage: 'template/demo/none.png' });
    expect(await pictureOf()).toBeUndefined();
  });

  it('needs no picture when the storage does not answer', async () => {
    await world.inject({ action: 'storage.batchGetDownloadUrl', code: 'INTERNAL_ERROR', times: 9 });
    const { statusCode, page } = await pageOf('tpl_0001');
    expect([statusCode, page.meta('og:image')]).toEqual([200, undefined]);
    expect(page.meta('og:title')).toBeTruthy();
    expect(world.errors.join()).toContain('no picture for a shared template');
  });

  it.each([
    'tpl_0004',
    'none',
    '',
    '$ne',
    'tpl_0001%00',
    '..%2f..%2ftpl_0001',
    'a'.repeat(65),
    '"><script>alert(1)</script>',
  ])('answers %s like an offline template: not found, with a way home', async id => {
    const { statusCode, headers, body, page } = await pageOf(id);
    expect(statusCode).toBe(404);
    expect(headers?.['cache-control']).toBe('no-store');
    expect(body).toContain('<h1>这个模板不存在或已下线</h1>');
    expect(body).not.toContain('alert');
    expect(page.find({ tag: 'a' })).toMatchObject({ href: `${SITE}/` });
    expect(page.meta('og:title')).toBeUndefined();
    expect(page.find({ 'http-equiv': 'refresh' })).toBeUndefined();
  });

  it.each(['/share/templates', '/tpl_0001', '/', ''])('is not found at %s', async path => {
    const { main } = await import('#cloudfunctions/callback/index.ts');
    const answer = await main({ path, httpMethod: 'GET', headers: {}, body: '' });
    expect(answer).toMatchObject({ statusCode: 404, body: '{"code":"NOT_FOUND"}' });
  });

  it('answers HEAD without a body, and refuses to be written to', async () => {
    const [page, head] = [await sharedPage('tpl_0001'), await sharedPage('tpl_0001', 'HEAD')];
    expect(head).toEqual({ ...page, body: '', headers: page.headers });
    for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS', '']) {
      const refusal = await sharedPage('tpl_0001', method);
      expect([refusal.statusCode, refusal.headers?.['allow']]).toEqual([405, 'GET, HEAD']);
    }
  });
});

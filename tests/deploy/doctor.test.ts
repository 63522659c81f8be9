import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callbackPaths } from '#cloudfunctions/_shared/base/callbackPaths.ts';
import { securityHeaders } from '../../scripts/build/contentPolicy.ts';
import { backgroundConfigs } from '../../scripts/build/platform.ts';
import type { Deployment } from '../../scripts/deploy/deployment.ts';
import type { Step } from '../../scripts/deploy/part.ts';
import { domainsPart } from '../../scripts/deploy/parts/domains.ts';
import { askDeclared } from '../../scripts/doctor/declared.ts';
import { askCallbacks, askSite, refusals } from '../../scripts/doctor/site.ts';

/** What the server behind the address says. */
let answer: (response: ServerResponse) => unknown;
const server = createServer((_request, response) => answer(response));
let url = '';
beforeAll(async () => {
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => void server.close());

const hosts = { envId: 'shop-1a2b', region: 'ap-shanghai', filesDomain: 'files.example.com' };

const { payNotice, refundNotice, generatorReport, sharedTemplate } = callbackPaths;

describe('callbacks', () => {
  const asked = async (callback: string, given: typeof answer) => {
    answer = given;
    const deployment = {
      release: { functions: [{ name: 'callback', http: [callback] }] },
      variables: { value: () => url },
    } as unknown as Deployment;
    const [one] = await askCallbacks(deployment);
    return one;
  };
  const says = (status: number, body: string) => (response: ServerResponse) =>
    response.writeHead(status).end(body);

  it('knows what is answered at each path that other services call', () => {
    const paths = Object.values(backgroundConfigs).flatMap(({ http = [] }) => http);
    expect(Object.keys(refusals).sort()).toEqual(paths.sort());
  });

  it.each([
    [payNotice, 400, '{"code":"FAIL","message":"通知未通过校验"}'],
    [refundNotice, 500, '{"code":"FAIL","message":"处理失败"}'],
    [generatorReport, 404, '{"code":"NOT_FOUND"}'],
    [sharedTemplate, 405, '{"code":"METHOD_NOT_ALLOWED"}'],
  ])('takes the refusal at %s as reached', async (name, status, body) => {
    expect(await asked(name, says(status, body))).toMatchObject({ ok: true });
  });

  it.each([
    [payNotice, 404, '{"code":"NOT_FOUND"}'],
    [payNotice, 200, '<div id="root"></div>'],
    [payNotice, 503, '{"code":"FAIL","message":"upstream"}'],
    [generatorReport, 404, '<Error><Code>NoSuchKey</Code></Error>'],
    [generatorReport, 404, '{"code":"NOT_FOUND","message":"no such path"}'],
    [sharedTemplate, 405, '<html><h1>405 Not Allowed</h1></html>'],
  ])('does not take the answer of another server for %s: %i', async (name, status, body) => {
    expect(await asked(name, says(status, body))).toMatchObject({
      ok: false,
      found: `${url}${name} answered ${status}, and not as it should`,
    });
  });

  it.each([
    [sharedTemplate, 405, '{"code":"METHOD_NOT_ALLOWED"}', false],
    [payNotice, 400, '{"code":"FAIL","message":""}', true],
  ])('minds a download where people open the address: %s', async (name, status, body, ok) => {
    const attached = (response: ServerResponse) =>
      response.writeHead(status, { 'content-disposition': 'attachment' }).end(body);
    expect(await asked(name, attached)).toMatchObject({
      ok,
      found: expect.stringContaining('as a download') as string,
    });
  });

  it('does not follow a redirection', async () => {
    const moved = (response: ServerResponse) =>
      response.req.url === payNotice
        ? response.writeHead(301, { location: '/elsewhere' }).end()
        : says(400, '{"code":"FAIL","message":""}')(response);
    expect(await asked(payNotice, moved)).toMatchObject({ ok: false });
  });
});

describe("the site's headers", () => {
  const declared = securityHeaders;
  const asked = async (headers: Record<string, string>, about = 'security headers') => {
    answer = response => response.writeHead(200, headers).end('<div id="root"></div>');
    const { envId, ...facts } = hosts;
    const answers = await askSite({
      cloud: { envId },
      facts,
      siteUrl: url,
    } as unknown as Deployment);
    return answers.find(({ question }) => question.includes(about));
  };

  it.each([
    ['attachment', false],
    ['attachment; filename=index.html', false],
    ['inline', true],
  ])('say whether browsers show it or save it: %s', async (disposition, ok) => {
    const headers = { 'content-disposition': disposition };
    expect(await asked(headers, 'do browsers show it')).toMatchObject({ ok });
  });

  it('are as declared', async () => {
    expect(await asked(declared)).toMatchObject({ ok: true });
  });

  it('are wrong with another value', async () => {
    expect(await asked({ ...declared, 'referrer-policy': 'unsafe-url' })).toMatchObject({
      ok: false,
      found: 'referrer-policy is "unsafe-url"',
      advice: expect.stringContaining('referrer-policy: no-referrer') as string,
    });
  });

  it('cannot be judged where they are not sent', async () => {
    expect(await asked({ 'x-content-type-options': 'nosniff' })).toMatchObject({
      ok: null,
      found: expect.stringMatching(/^not sent: content-security-policy; not sent: ref/) as string,
      advice: expect.stringContaining('where the application does not start') as string,
    });
  });

  it.each([
    ["default-src 'self'; frame-ancestors 'none'", true],
    ["frame-ancestors 'self'", false],
    ["default-src 'self'", false],
  ])('may state another policy if nobody can frame the page: %s', async (policy, ok) => {
    expect(await asked({ ...declared, 'content-security-policy': policy })).toMatchObject({ ok });
  });
});

it('a plan without addresses of its own names them as a condition', async () => {
  const planned = (endpoint?: string) =>
    domainsPart({ cloud: { endpoint } } as unknown as Deployment).plan();
  expect(await planned()).toMatchObject([
    { action: 'manual', why: expect.stringContaining('as a download') as string },
  ]);
  expect(await planned('http://127.0.0.1:9000')).toMatchObject([{ action: 'leave' }]);
});

it('says what a person has to do, and what a deployment does', async () => {
  const changed: Step = { action: 'change', name: 'timer', why: 'is off' };
  const manual: Step = { action: 'manual', name: 'path', why: 'delete it in the console' };
  const asked = (...steps: Step[]) =>
    askDeclared({ title: 'Part', plan: () => Promise.resolve(steps) });
  expect(await asked(manual)).toMatchObject({
    ok: false,
    found: 'path',
    advice: 'by hand: path: delete it in the console',
  });
  expect(await asked(changed, manual)).toMatchObject({
    found: 'timer (is off); path',
    advice: 'by hand: path: delete it in the console; run npm run deploy',
  });
});

import { randomUUID } from 'node:crypto';
import { callbackPaths } from '#cloudfunctions/_shared/base/callbackPaths.ts';
import { pushSignature } from '#cloudfunctions/_shared/wechatPay/virtualPush.ts';
import { virtualSettings } from '#cloudfunctions/_shared/wechatPay/virtualSettings.ts';
import { securityHeaders } from '../build/contentPolicy.ts';
import type { Deployment } from '../deploy/deployment.ts';
import { type Answer, fine, unasked, wrong } from './answer.ts';

/** A minute; signatures are refused from five on. */
const SKEW_MS = 60_000;
const PATIENCE_MS = 10_000;

const fetched = (url: string, init: RequestInit = {}) =>
  fetch(url, { ...init, signal: AbortSignal.timeout(PATIENCE_MS) });

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

/** What default domains may add to every answer, which no header of ours changes; browsers save such a page. */
const isDownload = ({ headers }: Response) =>
  /^\s*attachment/i.test(headers.get('content-disposition') ?? '');
const ownDomain = 'bind domains of your own (--site-domain, --api-domain, --certificate)';

/** Whether the page comes, with the headers that keep it safe, and what it gets about its environment. */
export const askSite = async ({ cloud, siteUrl }: Deployment): Promise<Answer[]> => {
  const question = 'Site: does it answer?';
  try {
    const [page, config] = await Promise.all([
      fetched(`${siteUrl}/admin`),
      fetched(`${siteUrl}/config.js`),
    ]);
    const text = await page.text();
    const isOurs = text.includes('id="root"');
    const namesEnvironment = (await config.text()).includes(`"${cloud.envId}"`);
    return [
      page.ok && isOurs
        ? fine(question, `${siteUrl}/admin`)
        : wrong(
            question,
            `${siteUrl}/admin answered ${page.status}${isOurs ? '' : ' with another page'}`,
            'run npm run deploy; with an own domain, check that it leads to static hosting',
          ),
      namesEnvironment
        ? fine('Site: does it belong to this environment?', cloud.envId)
        : wrong(
            'Site: does it belong to this environment?',
            `config.js does not name ${cloud.envId}`,
            'run npm run deploy, and refresh the cache of the domain',
          ),
      isDownload(page)
        ? wrong('Site: do browsers show it?', 'it is sent as a download', ownDomain)
        : fine('Site: do browsers show it?', 'yes'),
      askHeaders(page.headers),
      askClock(page.headers),
    ];
  } catch (error) {
    return [
      wrong(
        question,
        `${siteUrl} was not reached: ${reasonOf(error)}`,
        'check the domain and its certificate in the console (静态网站托管)',
      ),
    ];
  }
};

/**
 * Of a policy only what a page cannot state itself is compared: the page's own stays in force beside a laxer one, and a
 * stricter one may be meant.
 */
const isAsDeclared = (name: string, sent: string, declared: string) =>
  name === 'content-security-policy'
    ? /(^|[;,])\s*frame-ancestors\s+'none'\s*([;,]|$)/i.test(sent)
    : sent.trim().toLowerCase() === declared;

/** The page states its policy itself; these only a server can send. */
const askHeaders = (headers: Headers): Answer => {
  const question = 'Site: does the domain send the security headers?';
  const differing = Object.entries(securityHeaders).flatMap(([name, declared]) => {
    const sent = headers.get(name);
    return sent !== null && isAsDeclared(name, sent, declared) ? [] : [{ name, declared, sent }];
  });
  if (differing.length === 0) return fine(question, 'yes');
  const isWrong = differing.some(({ sent }) => sent !== null);
  const meanwhile = differing.some(({ name }) => name === 'content-security-policy')
    ? 'until then other pages can show the site inside them, where the application does not start; '
    : '';
  return (isWrong ? wrong : unasked)(
    question,
    differing
      .map(({ name, sent }) => (sent === null ? `not sent: ${name}` : `${name} is "${sent}"`))
      .join('; '),
    `${meanwhile}no interface sets them for static hosting: put an own domain with a CDN in front, and set its response headers (HTTP 响应头配置) to ${differing.map(({ name, declared }) => `${name}: ${declared}`).join(' | ')}`,
  );
};

/** This machine's clock, by which it signs its calls; the functions' is not seen from outside. */
const askClock = (headers: Headers): Answer => {
  const question = 'Clock: has this machine the time of the platform?';
  const date = Date.parse(headers.get('date') ?? '');
  if (Number.isNaN(date)) return unasked(question, 'the answer names no time', 'nothing to do');
  const skew = Date.now() - date;
  const seconds = Math.round(Math.abs(skew) / 1_000);
  return Math.abs(skew) < SKEW_MS
    ? fine(question, `${seconds} s apart`)
    : wrong(
        question,
        `this machine is ${seconds} s ${skew > 0 ? 'ahead' : 'behind'}`,
        'set its clock: signatures of calls are refused when it is wrong',
      );
};

/** Without the merchant's settings it cannot check what is signed, and answers with 500. */
const PAYMENT = /^(400|500) \{"code":"FAIL","message":"[^"]*"\}$/;

/** What is answered at each path to a body that is not signed: what a CDN, the gateway or another server says is otherwise. */
export const refusals: Readonly<Record<string, RegExp>> = {
  [callbackPaths.payNotice]: PAYMENT,
  [callbackPaths.virtualNotice]: PAYMENT,
  [callbackPaths.refundNotice]: PAYMENT,
  [callbackPaths.generatorReport]: /^404 \{"code":"NOT_FOUND"\}$/,
  [callbackPaths.sharedTemplate]: /^405 \{"code":"METHOD_NOT_ALLOWED"\}$/,
};

/** Whether what other services call reaches our functions. */
export const askCallbacks = async ({ release, variables }: Deployment): Promise<Answer[]> => {
  const base = variables.value('HTTP_ACCESS_URL') ?? '';
  const paths = release.functions.flatMap(({ http = [] }) => http);
  const answers = paths.map(async (callback): Promise<Answer> => {
    const question = `Callback ${callback}: is it reached from outside?`;
    const advice =
      'run npm run deploy; in the console (HTTP 访问服务) the service must be on and the path lead to the function';
    try {
      const response = await fetched(`${base}${callback}`, {
        method: 'POST',
        body: '{}',
        redirect: 'manual',
      });
      const { status } = response;
      // Services ignore it; people open the shared page.
      if (callback === callbackPaths.sharedTemplate && isDownload(response))
        return wrong(question, `answered ${status} as a download, which browsers save`, ownDomain);
      return refusals[callback]?.test(`${status} ${await response.text()}`)
        ? fine(question, `answered ${status}${isDownload(response) ? ' as a download' : ''}`)
        : wrong(question, `${base}${callback} answered ${status}, and not as it should`, advice);
    } catch (error) {
      return wrong(question, `${base}${callback} was not reached: ${reasonOf(error)}`, advice);
    }
  });
  return Promise.all(answers);
};

/** WeChat's own question before it takes an address for its pushes. */
export const askPushAddress = async ({ variables }: Deployment): Promise<Answer> => {
  const question = "Virtual payment: does the address of pushes answer WeChat's check?";
  const address = `${variables.value('HTTP_ACCESS_URL') ?? ''}${callbackPaths.virtualNotice}`;
  const { pushToken } = await virtualSettings();
  const [timestamp, nonce] = [String(Math.floor(Date.now() / 1_000)), randomUUID()];
  const signature = pushSignature(pushToken(), timestamp, nonce);
  const query = new URLSearchParams({ signature, timestamp, nonce, echostr: nonce }).toString();
  const advice = `run npm run deploy; then enter ${address} with token and EncodingAESKey of 系统设置 › 支付设置 at WeChat (开发管理 › 消息推送, JSON, 安全模式)`;
  try {
    const response = await fetched(`${address}?${query}`, { redirect: 'manual' });
    const isRight = response.status === 200 && (await response.text()) === nonce;
    return isRight
      ? fine(question, address)
      : wrong(question, `${address} answered ${response.status}, and not the echo`, advice);
  } catch (error) {
    return wrong(question, `${address} was not reached: ${reasonOf(error)}`, advice);
  }
};

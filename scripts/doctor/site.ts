import { securityHeaders } from '../build/contentPolicy.ts';
import type { Deployment } from '../deploy/deployment.ts';
import { type Answer, fine, unasked, wrong } from './answer.ts';

/** A minute; signatures are refused from five on. */
const SKEW_MS = 60_000;
const PATIENCE_MS = 10_000;

const fetched = (url: string, init: RequestInit = {}) =>
  fetch(url, { ...init, signal: AbortSignal.timeout(PATIENCE_MS) });

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

/** Whether the page comes, with the headers that keep it safe, and what it is told of its environment. */
export const askSite = async ({ cloud, facts, siteUrl }: Deployment): Promise<Answer[]> => {
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
      askHeaders(page.headers, {
        envId: cloud.envId,
        region: facts.region,
        filesDomain: facts.filesDomain,
      }),
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

/** The page states its policy itself; these only a server can send. */
const askHeaders = (headers: Headers, hosts: Parameters<typeof securityHeaders>[0]): Answer => {
  const question = 'Site: does the domain send the security headers?';
  const missing = Object.entries(securityHeaders(hosts)).filter(([name]) => !headers.has(name));
  if (missing.length === 0) return fine(question, 'yes');
  return unasked(
    question,
    `not sent: ${missing.map(([name]) => name).join(', ')}`,
    `no interface sets them for static hosting: put an own domain with a CDN in front, and set its response headers (HTTP 响应头配置) to ${missing.map(([name, value]) => `${name}: ${value}`).join(' | ')}`,
  );
};

const askClock = (headers: Headers): Answer => {
  const question = 'Clock: is it the time of the platform?';
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

/** Whether what other services call reaches our functions: they refuse what is not signed. */
export const askCallbacks = async ({ release, variables }: Deployment): Promise<Answer[]> => {
  const base = variables.value('HTTP_ACCESS_URL') ?? '';
  const answers = release.functions.map(async ({ name, http }): Promise<Answer[]> => {
    if (!http) return [];
    const question = `Callback ${http}: is it reached from outside?`;
    const advice =
      'run npm run deploy; in the console (HTTP 访问服务) the service must be on and the path lead to the function';
    try {
      const response = await fetched(`${base}${http}`, { method: 'POST', body: '{}' });
      const text = await response.text();
      // The gateway's own answers name a code in capitals; a page is the site's.
      const isFunction =
        // What it cannot do before the settings are filled in, it answers so.
        (response.status < 500 || text.includes('"FAIL"')) &&
        !/"code"\s*:\s*"(INVALID|MISSING|FUNCTION|SERVICE|HTTPSERVICE)_/i.test(text) &&
        !/id="root"/.test(text);
      return [
        isFunction
          ? fine(question, `${name} answered ${response.status}`)
          : wrong(question, `${base}${http} answered ${response.status}`, advice),
      ];
    } catch (error) {
      return [wrong(question, `${base}${http} was not reached: ${reasonOf(error)}`, advice)];
    }
  });
  return (await Promise.all(answers)).flat();
};

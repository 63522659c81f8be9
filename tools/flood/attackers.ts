import http from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

/** Another address than that of the users beside the attack: the limits of an address are the attackers' own. */
const ADDRESS = '127.0.0.2';
const agent = new http.Agent({ localAddress: ADDRESS });

const post = (url: string, bearer: string, body: object): Promise<Record<string, unknown>> =>
  new Promise((resolve, reject) => {
    const headers = {
      'content-type': 'application/json',
      ...(bearer && { authorization: `Bearer ${bearer}` }),
    };
    http
      .request(url, { method: 'POST', agent, headers }, response => {
        let text = '';
        response.setEncoding('utf8');
        response.on('data', (chunk: string) => (text += chunk));
        response.on('end', () => resolve(JSON.parse(text) as Record<string, unknown>));
      })
      .on('error', reject)
      .end(JSON.stringify(body));
  });

/** What costs nothing to ask for, each time by an anonymous session of its own. */
const wishes: [name: string, request: object][] = [
  ['appTask', { action: 'quote', data: { templateId: 'tpl_0001' } }],
  ['appUser', { action: 'getMe', data: {} }],
  ['appUser', { action: 'agree', data: { version: '1' } }],
  ['appUser', { action: 'sendFeedback', data: { topic: 'quality', text: '生成的图片脸部变形了' } }],
  ['appUser', { action: 'redeemCode', data: { code: '0123-45678-9ABCD-EFGC' } }],
  ['appUpload', { action: 'getUploadTicket', data: { fileName: 'a.jpg', size: 9 } }],
  ['appOrder', { action: 'createOrder', data: { packageId: 'pkg_0002' } }],
  ['adminAuth', { action: 'getProfile', data: {}, token: 'invented' }],
];

/**
 * Anonymous sessions of one address that ask for everything, so many times a second until it is over, however long the
 * answers take.
 * @returns how often each code was answered
 */
export const attack = async (url: string, perSecond: number, goesOn: () => boolean) => {
  const codes: Record<string, number> = {};
  const asked: Promise<void>[] = [];
  const ask = async (at: number) => {
    const session = await post(`${url}/auth/v1/signin/anonymously?client_id=local`, '', {});
    const [name, request] = wishes[at % wishes.length]!;
    const answer = await post(
      `${url}/v1/functions/${name}`,
      String(session['access_token']),
      request,
    );
    const code = String(answer['code']);
    codes[code] = (codes[code] ?? 0) + 1;
  };
  const begun = performance.now();
  for (let at = 0; goesOn(); at += 1) {
    await sleep(Math.max(0, begun + (at * 1_000) / perSecond - performance.now()));
    asked.push(ask(at));
  }
  await Promise.all(asked);
  return codes;
};

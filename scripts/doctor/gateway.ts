import { createTicket } from '#cloudfunctions/_shared/base/cloud.ts';
import type { Deployment } from '../deploy/deployment.ts';
import { askPublic, callThroughGateway, gatewayUrl, type Met } from '../deploy/gateway/proof.ts';
import { type Answer, fine, unasked, wrong } from './answer.ts';

/** User of the sessions begun here: always the same, so that repeated runs add no users. */
const NAME = 'doctor';
const SESSION_MS = 600_000;
const PATIENCE_MS = 15_000;

/** Whether browsers reach the functions that they should, as each kind of caller, and no others. */
export const askGateway = async (deployment: Deployment): Promise<Answer[]> => {
  const { cloud, publishableKey = '', siteUrl } = deployment;
  const as = (credential: string) => ({ credential, siteUrl });
  const visitor = await signIn(cloud, 'anonymously', {});
  const member = await signIn(cloud, 'custom', {
    provider_id: 'custom',
    ticket: createTicket(NAME, Date.now() + SESSION_MS),
  });
  const missing = (what: string, { answer }: Session): Answer =>
    wrong(
      `Gateway: does ${what} reach the functions?`,
      `signing in was answered ${answer}`,
      'run npm run deploy, which switches both ways to sign in on',
    );
  return [
    verdict('the publishable key alone', await askPublic(cloud, as(publishableKey))),
    visitor.token
      ? verdict('a visitor', await askPublic(cloud, as(visitor.token)))
      : missing('a visitor', visitor),
    ...(member.token
      ? await askMember(deployment, as(member.token))
      : [missing('an administrator', member)]),
  ];
};

const askMember = async (
  { cloud, release }: Deployment,
  caller: { credential: string; siteUrl: string },
): Promise<Answer[]> => {
  const asked = async (name: string) => callThroughGateway(cloud, name, { action: NAME }, caller);
  // Without a token the function itself refuses, which shows that it was reached.
  const managed = release.functions.find(({ name }) => name === 'adminOrder');
  const closed = release.functions.find(({ rule }) => rule === false || rule === 'false');
  const question = 'Gateway: are the functions closed that no browser may call?';
  const ofClosed = closed && (await asked(closed.name));
  return [
    ...(managed ? [verdict('an administrator', await asked(managed.name))] : []),
    ...(ofClosed
      ? [
          ofClosed.isOpen
            ? wrong(
                question,
                `${closed.name} answered a browser`,
                'run npm run deploy, which sets the rules of all functions; they take some minutes',
              )
            : ofClosed.code
              ? fine(question, `${closed.name}: ${ofClosed.code}`)
              : unasked(question, ofClosed.refusal, 'ask again later'),
        ]
      : []),
  ];
};

/** What a refusal means; the code alone does not always say which place refused. */
const meanings: [RegExp, string][] = [
  [
    /^ACTION_FORBIDDEN$/,
    "a policy of the caller's role is missing: run npm run deploy, and wait three minutes (权限控制 › 角色 › 网关)",
  ],
  [
    /^ACCESS_DENIED$/,
    'the Rego policy does not allow the path: run npm run deploy (权限控制 › 策略管理)',
  ],
  [
    /^(EXCEED_AUTHORITY|PERMISSION_DENIED)$/,
    "the function's rule, or the gateway, refuses: run npm run deploy, and wait three minutes; if the rules are as declared above, it is the gateway",
  ],
  [
    /^(MISSING_CREDENTIALS|INVALID_CREDENTIALS|INVALID_ACCESS_TOKEN)$/,
    'the key or the session is not known: compare the publishable key in the console (API Key 配置) with config.js of the site',
  ],
];

const verdict = (who: string, { isOpen, code, refusal }: Met): Answer => {
  const question = `Gateway: does ${who} reach the functions?`;
  if (isOpen) return fine(question, 'yes');
  const meaning = meanings.find(([known]) => known.test(code))?.[1];
  return wrong(
    question,
    refusal,
    meaning ??
      'look at the code in the list of errors of docs/cloud-gateway.md, and run npm run deploy',
  );
};

interface Session {
  /** Empty where none was begun. */
  token: string;
  answer: string;
}

const signIn = async (
  cloud: Deployment['cloud'],
  way: 'anonymously' | 'custom',
  body: object,
): Promise<Session> => {
  try {
    const answer = await fetch(
      `${gatewayUrl(cloud)}/auth/v1/signin/${way}?client_id=${cloud.envId}`,
      {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-device-id': NAME },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(PATIENCE_MS),
      },
    );
    const text = await answer.text();
    const { access_token: token = '' } = answer.ok
      ? (JSON.parse(text) as { access_token?: string })
      : {};
    return { token, answer: `${answer.status} ${text.slice(0, 200)}` };
  } catch (error) {
    return { token: '', answer: error instanceof Error ? error.message : String(error) };
  }
};

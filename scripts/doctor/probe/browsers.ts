import { app } from '#cloudfunctions/_shared/base/cloud.ts';
import { type Deployment, originsOf } from '../../deploy/deployment.ts';
import { askPublic, callThroughGateway } from '../../deploy/gateway/proof.ts';
import type { Answer } from '../answer.ts';
import { askGateway } from '../gateway.ts';
import { askTimers } from '../services.ts';
import { askCallbacks } from '../site.ts';
import { type Questions, refusalOf } from './question.ts';

const together = (answers: Answer[], about: RegExp): string =>
  answers
    .map(({ question, found }) => `${about.exec(question)?.[1] ?? question}: ${found}`)
    .join('; ');

const askCallers = async (deployment: Deployment): Promise<string> =>
  together(await askGateway(deployment), /^Gateway: (.*)\?$/);

const KB = 1024;
const SIZES = [90, 150, 1_024, 5_120, 7_168];

const askBodies = async ({ cloud, publishableKey = '', siteUrl }: Deployment): Promise<string> => {
  const answers = [];
  for (const size of SIZES) {
    const more = { padding: 'x'.repeat(size * KB) };
    const { isOpen, refusal } = await askPublic(
      cloud,
      { credential: publishableKey, siteUrl },
      more,
    );
    answers.push(`${size} KB ${isOpen ? 'passes' : refusal}`);
    if (!isOpen) break;
  }
  return answers.join('; ');
};

/** An origin that is not ours: a bucket that accepts it accepts all. */
const STRANGER = 'https://stranger.invalid';
const PATIENCE_MS = 15_000;

const askBucket = async ({ cloud, facts, siteUrl }: Deployment): Promise<string> => {
  // Nothing is uploaded to it.
  const { data } = await app.getUploadMetadata({ cloudPath: 'probe/none' });
  const scheme = cloud.endpoint ? 'http' : 'https';
  const origins = [...originsOf(siteUrl, facts).map(host => `${scheme}://${host}`), STRANGER];
  const answers = origins.map(async origin => {
    const preflight = await fetch(data.url, {
      method: 'OPTIONS',
      headers: {
        origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization',
      },
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    const allowed = preflight.headers.get('access-control-allow-origin');
    return `${origin} ${preflight.ok && allowed ? 'may' : 'may not'} (${preflight.status})`;
  });
  return `${new URL(data.url).host}: ${(await Promise.all(answers)).join(', ')}`;
};

const askHttpAccess = async (deployment: Deployment): Promise<string> => {
  const { call, envId } = deployment.cloud;
  const service = await call<{ EnableService?: boolean }>('tcb', 'DescribeCloudBaseGWPrivilege', {
    ServiceId: envId,
  }).then(({ EnableService }) => (EnableService ? 'on' : 'off'), refusalOf);
  const paths = together(await askCallbacks(deployment), /^Callback (\S+): /);
  return `the service: ${service}; ${paths}`;
};

const askMade = ({ functions, release }: Deployment): Promise<string> => {
  const made = release.functions.filter(({ name }) => functions.has(name));
  return Promise.resolve(`${made.length} of ${release.functions.length}, ${functions.size} in all`);
};

const askTimerRuns = async (deployment: Deployment): Promise<string> =>
  (await askTimers(deployment)).found;

/** Of a visitor's first page; the second call finds the instance of the first. */
const askColdStart = async ({ cloud, publishableKey = '', siteUrl }: Deployment) => {
  const answers = [];
  for (const name of ['appTemplate', 'appTemplate', 'imageService', 'imageService']) {
    const began = performance.now();
    await callThroughGateway(cloud, name, {}, { credential: publishableKey, siteUrl });
    answers.push(`${name} ${Math.round(performance.now() - began)} ms`);
  }
  return answers.join(', ');
};

/** Questions about the version in use. */
export const ofBrowsers: Questions<Deployment> = {
  'Are all functions made?': askMade,
  'How many timers, and do they come?': askTimerRuns,
  'Whom does the gateway let through?': askCallers,
  'How large may the body of a call be?': askBodies,
  'Which pages may upload?': askBucket,
  'Are the functions reached by their HTTP paths?': askHttpAccess,
  'How long does the first call of a function take?': askColdStart,
};

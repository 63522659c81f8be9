import type { Deployment } from '../deploy/deployment.ts';
import { explain } from '../deploy/explain.ts';
import { declaredParts } from '../deploy/run.ts';
import { type Answer, wrong } from './answer.ts';
import { askDeclared, askSecrets } from './declared.ts';
import { askGateway } from './gateway.ts';
import { askLegal } from './legal.ts';
import { askPictures } from './pictures.ts';
import { askGenerator, askPayment, askTimers, askVideos } from './services.ts';
import { askCallbacks, askSite } from './site.ts';
import { askAddresses } from './weChat.ts';

/** What is asked together, under the name it has where it could not be asked. */
type Group = [name: string, ask: () => Answer | Promise<Answer | Answer[]>];

const groupsOf = (deployment: Deployment): Group[] => [
  ...declaredParts(deployment).map((part): Group => [part.title, () => askDeclared(part)]),
  ['Secrets', () => askSecrets(deployment)],
  ['Site', () => askSite(deployment)],
  ['Gateway', () => askGateway(deployment)],
  ['Callbacks', () => askCallbacks(deployment)],
  ['Timers', () => askTimers(deployment)],
  ['Open to the public', askLegal],
  ['Pictures', askPictures],
  ['WeChat Pay', askPayment],
  ['VOD', askVideos],
  ['RunningHub', askGenerator],
  ["WeChat's list of addresses", () => askAddresses(deployment)],
];

/**
 * Asks a running environment what a deployment left it to do, and tells each answer as it comes. The server SDK must point
 * at it, and the functions' variables be set, before this is loaded.
 */
export const examine = async (
  deployment: Deployment,
  tell: (answer: Answer) => void,
): Promise<void> => {
  for (const [name, ask] of groupsOf(deployment)) {
    try {
      [await ask()].flat().forEach(tell);
    } catch (error) {
      tell(
        wrong(
          `${name}: could not be asked.`,
          // The platform's own words may have several lines.
          explain(error, deployment.cloud).replace(/\s+/g, ' '),
          'mend that and ask again; npm run deploy makes what is missing',
        ),
      );
    }
  }
};

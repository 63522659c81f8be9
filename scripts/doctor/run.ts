import { planAll } from '../deploy/carryOut.ts';
import type { Deployment } from '../deploy/deployment.ts';
import { declaredParts } from '../deploy/run.ts';
import type { Answer } from './answer.ts';
import { askDeclared, askSecrets } from './declared.ts';
import { askPictures } from './pictures.ts';
import { askServices, askTimers } from './services.ts';
import { askCallbacks, askSite } from './site.ts';

/**
 * Asks a running environment what a deployment left it to do. The server SDK must point at it, and the functions'
 * variables be set, before this is loaded.
 */
export const examine = async (deployment: Deployment): Promise<Answer[]> => [
  ...askDeclared(await planAll(declaredParts(deployment))),
  askSecrets(deployment),
  ...(await askSite(deployment)),
  ...(await askCallbacks(deployment)),
  ...(await askTimers(deployment)),
  await askPictures(),
  ...(await askServices()),
];

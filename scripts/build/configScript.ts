import { REGION } from '#contract/constants.ts';
import type { AppConfig } from '#src/config.ts';

/**
 * `config.js` beside the application (`src/config.ts`): the same build runs in every environment.
 * @param isLocal the platform has the origin that the page was loaded from
 */
export const configScript = (
  { envId, publishableKey, region = REGION, endpoint }: Partial<AppConfig>,
  isLocal = false,
): string =>
  [
    `globalThis.APP_CONFIG = ${JSON.stringify({ envId, region, publishableKey, ...(endpoint && { endpoint }) })};\n`,
    ...(isLocal ? ['globalThis.APP_CONFIG.endpoint = location.origin;\n'] : []),
  ].join('');

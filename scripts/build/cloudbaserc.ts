/** `node --import tsx scripts/build/cloudbaserc.ts` writes `cloudbaserc.json` from `platform.ts`. */
import { writeFileSync } from 'node:fs';
import { deploymentConfig } from './platform.ts';

writeFileSync(
  new URL('../../cloudbaserc.json', import.meta.url),
  `${JSON.stringify(deploymentConfig(), null, 2)}\n`,
);

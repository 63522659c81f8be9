import { platformConfig } from './platform.ts';

/**
 * What the product declares for the local platform. Plain data: the built server holds what this says instead of the
 * contract that it is worked out from (`server.ts`), whose schemas a start need not read.
 */
export const declared = platformConfig();

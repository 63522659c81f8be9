import { deployedFunctions, platformConfig } from './platform.ts';
import { commonVariables } from './variableNames.ts';

/**
 * What the product declares for the local platform. Plain data: the built server holds what this says instead of the
 * contract that it is worked out from (`server.ts`), whose schemas a start need not read.
 */
export const declared = platformConfig();

/** The names of the variables that a function reads beside those that all of them do. */
export const ownVariables: Record<string, string[]> = Object.fromEntries(
  deployedFunctions().map(({ name, variables }) => [name, variables]),
);

export const sharedVariables = commonVariables(new Set(Object.values(ownVariables).flat()));

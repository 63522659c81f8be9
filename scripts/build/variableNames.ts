import { variables as schema } from '#cloudfunctions/_shared/base/variables.ts';

/** Set by the platform itself. */
const OWN = 'SCF_NAMESPACE';

/** The bucket, addresses, lifetimes and limits, which every function reads; keys are for those the table names. */
export const commonVariables = (tabled: ReadonlySet<string>): string[] =>
  Object.keys(schema.shape).filter(name => !tabled.has(name) && name !== OWN);

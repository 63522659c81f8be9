import { randomBytes } from 'node:crypto';
import {
  faultsOfSecrets,
  functionSecrets,
  isSealingKey,
} from '#cloudfunctions/_shared/base/requiredSecrets.ts';
import { commonVariables } from '../build/variableNames.ts';
import type { ActualFunction } from './functions.ts';
import type { ReleasedFunction } from './release.ts';

/**
 * The functions' variables. The cloud is the only place that keeps them: what is set where the command runs wins, an
 * empty value takes a variable away, and what is not set stays as it is.
 */
export interface Variables {
  /** Those that a function is to have. */
  of(
    declared: Pick<ReleasedFunction, 'name' | 'variables'>,
    kept?: Record<string, string>,
  ): Record<string, string>;
  /** Missing and weak secrets, and variables on which functions disagree, as sentences. */
  faults: string[];
  /** Secrets without a value, which the operator has to give. */
  missing: string[];
  /** Secrets that this deployment makes: of the first one. */
  made: string[];
  value(name: string): string | undefined;
  /** For a value that the platform makes in the course of the deployment. */
  set(name: string, value: string): void;
}

export interface VariablesOptions {
  declared: readonly ReleasedFunction[];
  actual: ReadonlyMap<string, ActualFunction>;
  /** Where the command runs. */
  given: Record<string, string | undefined>;
  /** Values that follow from the environment, where none is given or kept. */
  fallback: Record<string, string>;
}

export const planVariables = ({
  declared,
  actual,
  given,
  fallback,
}: VariablesOptions): Variables => {
  const tabled = new Set(declared.flatMap(({ variables }) => variables));
  const common = commonVariables(tabled);
  const known = [...tabled, ...common];
  const names = new Set([
    ...known,
    ...[
      ...Object.keys(given),
      ...declared.flatMap(({ name }) => Object.keys(actual.get(name)?.variables ?? {})),
    ].filter(isSealingKey),
  ]);
  const values = new Map<string, string>();
  const disagreements: string[] = [];
  for (const name of names) {
    const set = given[name];
    if (set !== undefined) {
      if (set) values.set(name, set);
      continue;
    }
    const kept = new Set(declared.flatMap(one => actual.get(one.name)?.variables[name] ?? []));
    if (kept.size > 1)
      disagreements.push(
        `${name} differs between functions, as an interrupted change leaves it: set it where this command runs`,
      );
    const value = [...kept][0] ?? fallback[name];
    if (value) values.set(name, value);
  }
  const made: string[] = [];
  if (![...values.keys()].some(isSealingKey)) {
    values.set('APP_KEK_1', randomBytes(32).toString('base64'));
    made.push('APP_KEK_1');
  }
  const early = unknownCurrentKey(values, declared, actual);
  const sealing = () => [...values.keys()].filter(isSealingKey);
  const secrets = [...new Set(Object.values(functionSecrets).flat())].filter(
    // Made by the platform in the course of the deployment.
    name => name !== 'CUSTOM_LOGIN_KEY' || values.has(name),
  );
  return {
    faults: [...disagreements, ...early, ...faultsOfSecrets(secrets, Object.fromEntries(values))],
    missing: secrets.filter(name => !isSealingKey(name) && !values.has(name)),
    made,
    value: name => values.get(name),
    set: (name, value) => void values.set(name, value),
    of: ({ variables }, kept = {}) => {
      const own = [
        ...variables.filter(name => !isSealingKey(name)),
        ...(variables.some(isSealingKey) ? sealing() : []),
        ...common,
      ];
      const others = Object.entries(kept).filter(([name]) => !names.has(name));
      return Object.fromEntries([
        ...others,
        ...own.flatMap(name => (values.has(name) ? [[name, values.get(name)!] as const] : [])),
      ]);
    },
  };
};

/**
 * Functions are changed one after the other: what one seals with a key that the others do not have yet, they could not
 * open.
 */
const unknownCurrentKey = (
  values: ReadonlyMap<string, string>,
  declared: readonly ReleasedFunction[],
  actual: ReadonlyMap<string, ActualFunction>,
): string[] => {
  const key = `APP_KEK_${values.get('APP_KEK_CURRENT') ?? '1'}`;
  // One that begins to seal with this version has none yet, and no other way to it.
  const sealing = declared
    .flatMap(({ name }) => actual.get(name) ?? [])
    .filter(({ variables }) => Object.keys(variables).some(isSealingKey));
  const isChanging = sealing.some(
    ({ variables }) => `APP_KEK_${variables['APP_KEK_CURRENT'] ?? '1'}` !== key,
  );
  return isChanging && sealing.some(({ variables }) => !variables[key])
    ? [
        `APP_KEK_CURRENT is to name ${key}, which not all functions have yet: deploy with ${key} and without APP_KEK_CURRENT first, then with both`,
      ]
    : [];
};

import { createPrivateKey } from 'node:crypto';
import { wellKnown } from './wellKnown.ts';

/** `APP_KEK_1` stands for the key that seals now, `APP_KEK_<APP_KEK_CURRENT>`, and every other `APP_KEK_…` there is. */
export type SecretVariable = 'APP_KEK_1' | 'CUSTOM_LOGIN_KEY' | 'VOD_SECRET_ID' | 'VOD_SECRET_KEY';

export const isSealingKey = (name: string) => name.startsWith('APP_KEK_');

const KEK: readonly SecretVariable[] = ['APP_KEK_1'];
const VOD: readonly SecretVariable[] = ['VOD_SECRET_ID', 'VOD_SECRET_KEY'];

/** The secrets each function needs; `scripts/build/platform.ts` passes these variables to it. */
export const functionSecrets: Readonly<Record<string, readonly SecretVariable[]>> = {
  adminAuth: ['CUSTOM_LOGIN_KEY', ...KEK],
  adminTemplate: KEK,
  adminUser: KEK,
  adminTask: KEK,
  adminApiKey: KEK,
  adminActivationCode: KEK,
  adminSettings: KEK,
  adminOrder: KEK,
  adminPrintOrder: KEK,
  adminReconciliation: KEK,
  appUser: KEK,
  appTask: KEK,
  appUpload: KEK,
  appOrder: KEK,
  appPrint: KEK,
  vodService: VOD,
  callback: KEK,
  // Without the video service's keys only its videos wait.
  worker: KEK,
  heavyWorker: KEK,
};

type Variables = Record<string, string | undefined>;

const KEY_BYTES = 32;

/** What is wrong with an encryption key, or null. */
export const faultOfKey = (value: string | undefined): string | null => {
  const fault = wellKnown(value);
  if (fault) return fault;
  const bytes = Buffer.from(value ?? '', 'base64');
  if (bytes.length !== KEY_BYTES) return `is not ${KEY_BYTES} bytes of base64`;
  return wellKnown(bytes.toString('latin1'));
};

const faultOfLoginKey = (value: string | undefined): string | null => {
  const fault = wellKnown(value);
  if (fault) return fault;
  try {
    const key = JSON.parse(value ?? '') as Record<string, string>;
    if (!key['private_key_id'] || !key['env_id']) return 'is not a custom-login key';
    createPrivateKey(key['private_key'] ?? '');
    return null;
  } catch {
    return 'is not a custom-login key';
  }
};

const faultsOf = (variable: SecretVariable, variables: Variables): [string, string | null][] => {
  if (variable === 'CUSTOM_LOGIN_KEY') return [[variable, faultOfLoginKey(variables[variable])]];
  if (variable !== 'APP_KEK_1') return [[variable, wellKnown(variables[variable])]];
  const current = `APP_KEK_${variables['APP_KEK_CURRENT'] || '1'}`;
  const all = Object.keys(variables).filter(
    name => name.startsWith('APP_KEK_') && name !== 'APP_KEK_CURRENT',
  );
  return [...new Set([current, ...all])].map(name => [name, faultOfKey(variables[name])]);
};

/** What is wrong with these secrets, one sentence each, never with a value. */
export const faultsOfSecrets = (
  needed: readonly SecretVariable[],
  variables: Variables,
): string[] =>
  needed
    .flatMap(variable => faultsOf(variable, variables))
    .flatMap(([variable, fault]) => (fault ? [`${variable} ${fault}`] : []));

/**
 * Called when a function loads: with missing or well-known secrets it must not start.
 * @throws with the names of the variables, never a value
 */
export const requireSecrets = (name: string, variables: Variables = process.env): void => {
  const needed = Object.hasOwn(functionSecrets, name) ? (functionSecrets[name] ?? []) : [];
  const faults = faultsOfSecrets(needed, variables);
  if (faults.length > 0) throw new Error(`${name} does not start: ${faults.join(', ')}`);
};

import { generateKeyPairSync, randomUUID } from 'node:crypto';
import path from 'node:path';
import { keptJson } from '../platform/keptJson.ts';

/** The file the console offers for download as "custom login private key"; goes into `init({ credentials })`. */
export interface CustomLoginKey {
  private_key_id: string;
  private_key: string;
  env_id: string;
}

/** Reads `custom-login.json`, or makes it on the first start. */
export function loadCustomLoginKey(dataDir: string, envId: string): CustomLoginKey {
  const file = path.join(dataDir, 'custom-login.json');
  const key = keptJson(file, () => makeKey(envId));
  if (key.env_id !== envId)
    throw new Error(`${file} belongs to environment ${key.env_id}, not to ${envId}.`);
  return key;
}

const makeKey = (envId: string): CustomLoginKey => {
  // Seen in a real key.
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 1024 });
  return {
    private_key_id: randomUUID(),
    private_key: privateKey.export({ type: 'pkcs1', format: 'pem' }).toString(),
    env_id: envId,
  };
};

import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** The file the console offers for download as "custom login private key"; goes into `init({ credentials })`. */
export interface CustomLoginKey {
  private_key_id: string;
  private_key: string;
  env_id: string;
}

/** Reads `custom-login.json`, or makes it on the first start. */
export function loadCustomLoginKey(dataDir: string, envId: string): CustomLoginKey {
  const file = path.join(dataDir, 'custom-login.json');
  if (existsSync(file)) {
    const key = JSON.parse(readFileSync(file, 'utf8')) as CustomLoginKey;
    if (key.env_id !== envId)
      throw new Error(`${file} belongs to environment ${key.env_id}, not to ${envId}.`);
    return key;
  }
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const key: CustomLoginKey = {
    private_key_id: randomUUID(),
    private_key: privateKey.export({ type: 'pkcs1', format: 'pem' }).toString(),
    env_id: envId,
  };
  writeFileSync(`${file}.new`, `${JSON.stringify(key, null, 2)}\n`, { mode: 0o600 });
  renameSync(`${file}.new`, file);
  return key;
}

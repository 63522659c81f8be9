import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { faultOfKey } from '#cloudfunctions/_shared/base/requiredSecrets.ts';
import { keptJson } from '#emulator/platform/keptJson.ts';

/** Keys that a local installation makes once and stores beside its data. */
export interface LocalKeys {
  secretId: string;
  secretKey: string;
  /** 32 bytes, base64: the key under which other secrets are encrypted. */
  kek: string;
}

/**
 * Made by the process that has taken the directory, readable by their owner only. Values of the environment win and are
 * not stored.
 */
export const localKeys = (dataDir: string): LocalKeys => {
  const kept = keptJson<LocalKeys>(path.join(dataDir, 'keys.json'), () => ({
    secretId: `AKID${randomBytes(16).toString('hex')}`,
    secretKey: randomBytes(24).toString('base64url'),
    kek: randomBytes(32).toString('base64'),
  }));
  const kek = process.env['APP_KEK_1'] || kept.kek;
  const fault = faultOfKey(kek);
  if (fault) throw new Error(`APP_KEK_1 ${fault}`);
  return {
    secretId: process.env['EMULATOR_SECRET_ID'] || kept.secretId,
    secretKey: process.env['EMULATOR_SECRET_KEY'] || kept.secretKey,
    kek,
  };
};

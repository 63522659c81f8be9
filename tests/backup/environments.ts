import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import { type Emulator, startEmulator } from '#emulator/emulator.ts';
import type { CollectionConfig } from '#emulator/types.ts';
import { type Line, openPlatform, type Platform } from '../../scripts/backup/platform.ts';
import { platformConfig } from '../../scripts/build/platform.ts';
import type { Environment } from '../../scripts/shared/environment.ts';
import { borrowKeys, folderOfRun, lendKeys } from '../folderOfRun.ts';

export interface LocalEnvironment extends AsyncDisposable {
  emulator: Emulator;
  platform: Platform;
  keys: Environment;
  /** Lines of Extended JSON. */
  fill(content: Record<string, Line[]>): Promise<void>;
  empty(): Promise<void>;
  all(collection: string): Promise<Line[]>;
  /** The next calls of this action fail, or lose their answer. */
  disturb(about: {
    action: string;
    times: number;
    when: string;
    code?: string;
    delayMs?: number;
  }): Promise<void>;
}

/** An empty environment with the product's collections, and the server SDK that is connected with it. */
export const startEnvironment = async (
  envId = 'local',
  collections: CollectionConfig[] = platformConfig().collections,
): Promise<LocalEnvironment> => {
  // As `useServerSdk` does: otherwise the SDK asks the cloud's metadata host.
  Object.assign(process.env, { TENCENTCLOUD: 'true', SILENCE: 'true' });
  const root = mkdtempSync(path.join(folderOfRun(), 'backup-'));
  const dataDir = path.join(root, 'data');
  mkdirSync(dataDir);
  if (envId === 'local') borrowKeys(dataDir);
  const emulator = await startEmulator({
    port: 0,
    dataDir,
    workers: 0,
    functionsDir: root,
    test: true,
    config: { envId, collections, functions: {} },
  });
  if (envId === 'local') lendKeys(dataDir);
  const { secretId, secretKey, url: endpoint } = emulator;
  const close = () => Promise.resolve();
  const keys = { envId, region: 'ap-shanghai', secretId, secretKey, endpoint, close };
  return {
    emulator,
    platform: openPlatform(keys),
    keys,
    fill: async content => {
      for (const [collectionName, data] of Object.entries(content))
        await emulator.database.handle('database.insertDocument', { collectionName, data });
    },
    empty: async () => {
      await fetch(`${endpoint}/__emulator/reset`, { method: 'POST', body: '{}' });
    },
    all: async collectionName => {
      const body = { collectionName, order: '{"_id":1}', limit: 1_000 };
      const { data } = await emulator.database.handle('database.getDocument', body);
      return (data as { list: Line[] }).list;
    },
    disturb: async about => {
      const body = JSON.stringify(about);
      await fetch(`${endpoint}/__emulator/inject`, { method: 'POST', body });
    },
    [Symbol.asyncDispose]: async () => {
      await emulator.close();
      rmSync(root, { recursive: true, force: true });
    },
  };
};

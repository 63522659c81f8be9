import { type Emulator, startEmulator } from '#emulator/emulator.ts';
import { platformConfig } from './build/platform.ts';
import { localKeys } from './keys.ts';

/** The database of a data directory, while no product runs on it. */
export const openStored = (dataDir: string): Promise<Emulator> => {
  const { secretId, secretKey } = localKeys(dataDir);
  return startEmulator({
    port: 0,
    dataDir,
    workers: 0,
    functionsDir: dataDir,
    config: { ...platformConfig(), functions: {} },
    secretId,
    secretKey,
  });
};

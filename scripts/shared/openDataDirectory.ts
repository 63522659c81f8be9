import { type Emulator, startEmulator } from '#emulator/emulator.ts';
import { withDirectory } from '#emulator/platform/dataDirectory.ts';
import { platformConfig } from '../build/platform.ts';
import { localKeys } from './localKeys.ts';

/** The database of a data directory, while no product runs on it. */
export const openDataDirectory = (dataDir: string): Promise<Emulator> =>
  withDirectory(dataDir, release => {
    const { secretId, secretKey } = localKeys(dataDir);
    return startEmulator({
      port: 0,
      dataDir,
      release,
      workers: 0,
      functionsDir: dataDir,
      config: { ...platformConfig(), functions: {} },
      secretId,
      secretKey,
    });
  });

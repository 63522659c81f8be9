import { type EmulatorConfig, PlatformError } from '../types.ts';
import { callable, functionPath, type Gateway } from './gateway.ts';

/**
 * The gateway of an environment that is described by a file: as a deployment leaves it, with the functions open that
 * clients may call, and everything else closed. `gateway` in the file opens more.
 */
export function configuredGateway(config: EmulatorConfig): Gateway {
  const { functions = 'callable', storages = 'closed' } = config.gateway ?? {};
  return {
    check({ kind, path }) {
      const isOpen =
        kind === 'storages'
          ? storages === 'open'
          : functions === 'all' ||
            callable(config.functions).some(name => functionPath(name) === path);
      if (!isOpen)
        throw new PlatformError(
          'ACTION_FORBIDDEN',
          'the policies of this role do not allow it',
          403,
        );
    },
  };
}

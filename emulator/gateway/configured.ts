import { type EmulatorConfig, PlatformError } from '../types.ts';
import { FUNCTIONS_PATH, type Gateway } from './gateway.ts';

/**
 * The gateway of an environment that is described by a file: as a deployment leaves it, with the functions open that
 * clients may call, and everything else closed. `gateway` in the file opens more.
 */
export function configuredGateway(config: EmulatorConfig): Gateway {
  const { functions = 'callable', storages = 'closed' } = config.gateway ?? {};
  /** Whether clients can call the function of a path at all, by its rule. */
  const isCallable = (path: string) => {
    const name = path.startsWith(FUNCTIONS_PATH) ? path.slice(FUNCTIONS_PATH.length) : '';
    if (!Object.hasOwn(config.functions, name)) return false;
    const { rule } = config.functions[name]!;
    return rule !== false && rule !== 'false';
  };
  return {
    check({ kind, path }) {
      const isOpen =
        kind === 'storages' ? storages === 'open' : functions === 'all' || isCallable(path);
      if (!isOpen)
        throw new PlatformError(
          'ACTION_FORBIDDEN',
          'the policies of this role do not allow it',
          403,
        );
    },
  };
}

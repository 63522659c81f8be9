import { parseCron } from './functions/cron.ts';
import { type EmulatorConfig, FUNCTION_NAME } from './types.ts';

const ENV_ID = /^[a-zA-Z0-9][a-zA-Z0-9-]{0,63}$/;
const STYLE_NAME = /^[a-zA-Z0-9_-]{1,64}$/;
const ACLS = ['READONLY', 'PRIVATE', 'ADMINWRITE', 'ADMINONLY'];
const RULES = [true, false, 'true', 'false', 'auth != null'];
const NOT_ANONYMOUS = "auth.loginType != 'ANONYMOUS' && auth != null";

/** Without 0, which counts by `User-Agent`: nobody has seen how. */
export const isMaxDevice = (value: number): boolean =>
  value === -1 || (Number.isInteger(value) && value >= 1 && value <= 100);

/** Refuses an invalid configuration at start, naming the first error. */
export function checkConfig(config: EmulatorConfig): EmulatorConfig {
  const wrong = (message: string) => new Error(`emulator config: ${message}`);
  const isMap = (value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value);
  if (!isMap(config)) throw wrong('must be an object');
  // The id becomes a file name in the data directory, where `platform` is taken.
  if (typeof config.envId !== 'string' || !ENV_ID.test(config.envId) || config.envId === 'platform')
    throw wrong('envId must be letters, digits and dashes, and not "platform"');
  if (!Array.isArray(config.collections)) throw wrong('collections must be an array');
  for (const { name, acl } of config.collections) {
    if (typeof name !== 'string' || name === '') throw wrong('every collection needs a name');
    if (acl !== undefined && !ACLS.includes(acl))
      throw wrong(`collection ${name}: unknown acl ${acl}`);
  }
  if (!isMap(config.functions)) throw wrong('functions must be an object');
  for (const [name, options] of Object.entries(config.functions)) {
    const at = `function ${name}`;
    if (!FUNCTION_NAME.test(name)) throw wrong(`${at}: the platform does not accept this name`);
    if (
      options.rule !== undefined &&
      !RULES.includes(options.rule) &&
      options.rule !== NOT_ANONYMOUS
    )
      throw wrong(`${at}: unknown rule ${String(options.rule)}`);
    if (options.timeout !== undefined && !(options.timeout > 0 && options.timeout <= 900))
      throw wrong(`${at}: timeout is in seconds, up to 900`);
    if (options.memory !== undefined && !(options.memory >= 64 && options.memory <= 3072))
      throw wrong(`${at}: memory is in megabytes, 64 to 3072`);
    if (options.http !== undefined && !/^\/[^?#]*$/.test(options.http))
      throw wrong(`${at}: http must be a path`);
    for (const timer of options.timers ?? []) {
      try {
        parseCron(timer.config);
      } catch (error) {
        throw wrong(`${at}, timer ${timer.name}: ${(error as Error).message}`);
      }
    }
  }
  for (const name of Object.keys(config.imageStyles ?? {}))
    if (!STYLE_NAME.test(name)) throw wrong(`image style ${name}: letters, digits, _ and - only`);
  for (const [name, limit] of Object.entries(config.limits ?? {}))
    if (!(Number.isInteger(limit) && limit > 0))
      throw wrong(`limit ${name}: a whole number above 0`);
  const most = config.maxDevice ?? 1;
  if (!isMaxDevice(most)) throw wrong('maxDevice is 1 to 100, or -1 for any number');
  const acl = config.storage?.acl;
  if (acl !== undefined && !ACLS.includes(acl)) throw wrong(`storage: unknown acl ${acl}`);
  return config;
}

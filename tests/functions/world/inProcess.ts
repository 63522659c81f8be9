import { randomBytes } from 'node:crypto';
import type { Envelope } from '#contract/envelope.ts';
import type { FunctionName } from '#contract/index.ts';
import type { Emulator } from '#emulator/emulator.ts';
import type { LocalSandbox } from '../../../scripts/shared/sandbox.ts';

/** The functions as they are deployed, called through their dispatchers in this process. */
type Main = (event: unknown, context?: unknown) => Promise<Envelope>;

/** An administrator's ticket, on the visitor side the try-out account. */
const TICKET = { TCB_UUID: '1000000000000000001', TCB_CUSTOM_USER_ID: 'first_admin.1' };

export const HOME = '203.0.113.7';
export const PASSWORD = 'correct horse 电池';

/** What the functions read from their environment to work on a local platform; to be set before one is imported. */
export const variablesFor = (emulator: Emulator, local: LocalSandbox, kek: string) => ({
  APP_KEK_1: kek,
  TENCENTCLOUD: 'true',
  SILENCE: 'true',
  SCF_NAMESPACE: emulator.envId,
  TCB_CONTEXT_CNFG: JSON.stringify({ URL: `${emulator.url}/admin` }),
  TENCENTCLOUD_SECRETID: emulator.secretId,
  TENCENTCLOUD_SECRETKEY: emulator.secretKey,
  CUSTOM_LOGIN_KEY: JSON.stringify(emulator.customLoginKey),
  STORAGE_BUCKET: 'files',
  PUBLIC_CALLS_PER_MINUTE: '10000000',
  USES_WRITTEN_MS: '0',
  // Jobs run when a test says so, and every change is marked.
  WORKER_AHEAD_MS: '0',
  UNAUDITED_WINDOW_MS: '0',
  LOOKS_WRITTEN_MS: '0',
  ...local.variables(emulator.url),
});

/** Whatever a client might send, and whatever a platform might add. */
export const send = async (
  name: FunctionName,
  event: unknown,
  ip = HOME,
  caller: Record<string, string> = TICKET,
): Promise<Envelope> => {
  const { main } = (await import(`../../../cloudfunctions/${name}/index.ts`)) as { main: Main };
  // As it comes over the wire: no undefined, no prototypes.
  const arrived: unknown = event === undefined ? undefined : JSON.parse(JSON.stringify(event));
  return main(arrived, {
    request_id: randomBytes(8).toString('hex'),
    environment: JSON.stringify({
      ...caller,
      TCB_SOURCE_IP: ip,
      TCB_CONTEXT_KEYS: ['TCB_SOURCE_IP', ...Object.keys(caller)].join(','),
    }),
  });
};

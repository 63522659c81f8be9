/**
 * `npm run emulator -- --port P --data DIR --workers N --functions DIR --config FILE [--test]`, or with `--empty --env ID`
 * an environment that is filled by deployments.
 */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { startEmulator } from './emulator.ts';
import { tieToProcess } from './process.ts';
import type { EmulatorConfig } from './types.ts';

const USAGE = `npm run emulator -- --config FILE --functions DIR [--port 9000] [--data .data/emulator] [--workers 2] [--test]
npm run emulator -- --empty [--env ID] [--region ap-shanghai] [--port 9000] [--data .data/emulator] [--workers 2] [--test]`;

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      port: { type: 'string', default: '9000' },
      data: { type: 'string', default: '.data/emulator' },
      workers: { type: 'string', default: '2' },
      functions: { type: 'string' },
      config: { type: 'string' },
      // Nothing is there until it is deployed.
      empty: { type: 'boolean', default: false },
      env: { type: 'string', default: 'local' },
      region: { type: 'string', default: 'ap-shanghai' },
      test: { type: 'boolean', default: false },
    },
  });
  const named = values.config !== undefined && values.functions !== undefined;
  if (values.empty ? values.config !== undefined : !named) throw new Error(USAGE);
  const integer = (name: 'port' | 'workers', min: number, max: number) => {
    const value = Number(values[name]);
    if (Number.isInteger(value) && value >= min && value <= max) return value;
    throw new Error(`--${name} must be a whole number from ${min} to ${max}`);
  };
  /** Seconds; the SDK renews a token that lives 30 s or less before every call. */
  const lifetime = (kind: 'ACCESS' | 'REFRESH', usual: number) => {
    const text = process.env[`EMULATOR_${kind}_TOKEN_SECONDS`];
    if (text === undefined || text === '') return usual;
    if (/^\d{2,9}$/.test(text) && Number(text) > 30) return Number(text);
    throw new Error(`EMULATOR_${kind}_TOKEN_SECONDS must be a number of seconds above 30`);
  };
  const { EMULATOR_SECRET_ID, EMULATOR_SECRET_KEY, EMULATOR_PUBLISHABLE_KEY } = process.env;

  const emulator = await startEmulator({
    port: integer('port', 0, 65_535),
    workers: integer('workers', 1, 64),
    dataDir: values.data,
    functionsDir: values.functions ?? values.data,
    config: values.config
      ? (JSON.parse(readFileSync(values.config, 'utf8')) as EmulatorConfig)
      : { envId: values.env, collections: [], functions: {} },
    ...(values.empty && { management: { region: values.region } }),
    test: values.test,
    tokenLifetimes: { access: lifetime('ACCESS', 7200), refresh: lifetime('REFRESH', 30 * 86_400) },
    secretId: EMULATOR_SECRET_ID || undefined,
    secretKey: EMULATOR_SECRET_KEY || undefined,
    publishableKey: EMULATOR_PUBLISHABLE_KEY || undefined,
    log: line => console.log(line),
  });

  tieToProcess(emulator, line => console.error(line));

  console.log(`CloudBase emulator: ${emulator.url}, environment ${emulator.envId}`);
  console.log(`Server SDK: serviceUrl ${emulator.url}/admin`);
  if (values.empty) {
    console.log(`Deployments: --env ${emulator.envId} --endpoint ${emulator.url}`);
    console.log(`TENCENTCLOUD_SECRETID=${emulator.secretId}`);
    console.log(`TENCENTCLOUD_SECRETKEY=${emulator.secretKey}`);
    return;
  }
  if (!EMULATOR_SECRET_ID) console.log(`EMULATOR_SECRET_ID=${emulator.secretId}`);
  if (!EMULATOR_SECRET_KEY) console.log(`EMULATOR_SECRET_KEY=${emulator.secretKey}`);
  console.log(`EMULATOR_PUBLISHABLE_KEY=${emulator.publishableKey}`);
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});

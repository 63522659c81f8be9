/**
 * `node --import tsx tests/product/deployed.ts --data DIR --workers N`: the product as `npm run deploy` brings it to an
 * empty local platform, with the stand-ins of other services and the demo data, and the administrator of the tests. It
 * says where it is as `npm start` does.
 */
import { spawn } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { EXAMPLE_PASSWORD } from '#contract/admin.ts';
import { type Emulator, startEmulator } from '#emulator/emulator.ts';
import { tieToProcess } from '#emulator/process.ts';
import { insertAll, storePictures } from '../../scripts/demo/seedDatabase.ts';
import { localKeys } from '../../scripts/shared/localKeys.ts';
import { localSandbox } from '../../scripts/shared/sandbox.ts';
import { ENV_ID } from '../../scripts/start/serve.ts';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');

const { values } = parseArgs({
  options: {
    data: { type: 'string' },
    workers: { type: 'string', default: '1' },
  },
});
const dataDir = path.resolve(values.data!);
const { secretId, secretKey, kek } = localKeys(dataDir);
// The demo data's secrets, and the functions', are sealed with it.
process.env['APP_KEK_1'] = kek;

const local = localSandbox(dataDir, true, () => emulator);
const emulator: Emulator = await startEmulator({
  port: 0,
  dataDir,
  management: {},
  functionsDir: dataDir,
  config: { envId: ENV_ID, collections: [], functions: {} },
  workers: Number(values.workers),
  mounts: local.mounts,
  test: true,
  secretId,
  secretKey,
  log: line => console.log(line),
});
tieToProcess(emulator, line => console.error(line));

/** As in the cloud, the pages have another origin than functions and files: the same server by another name. */
const siteUrl = `http://localhost:${emulator.port}`;

/** A command of the repository against this platform. @returns its output, with which it throws, too */
const run = (script: string, args: readonly string[], input = '') =>
  new Promise<string>((resolve, reject) => {
    const place = ['--env', ENV_ID, '--endpoint', emulator.url];
    const child = spawn(
      process.execPath,
      ['--import', 'tsx', `scripts/${script}.ts`, ...args, ...place],
      {
        cwd: root,
        env: {
          ...process.env,
          ...local.variables(emulator.url),
          SITE_URL: siteUrl,
          APP_KEK_1: kek,
          TENCENTCLOUD_SECRETID: secretId,
          TENCENTCLOUD_SECRETKEY: secretKey,
        },
        stdio: 'pipe',
      },
    );
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.on('close', code =>
      code === 0 ? resolve(output) : reject(new Error(`${script} ended with ${code}:\n${output}`)),
    );
    child.stdin.end(input);
  });

const deploy = ['deploy', ['--yes', '--print', '--built', path.join(root, 'dist')]] as const;
await run(...deploy);
const again = await run(...deploy);
if (!again.includes('Nothing to do.')) throw new Error(`Deployed twice:\n${again}`);
const { makeDemo } = await import('../../scripts/demo/demo.ts');
const { collections, pictures, memory } = makeDemo(emulator.clock.now());
local.remember(memory);
await storePictures(emulator, pictures);
await insertAll(emulator, collections);
local.sandbox.reset();
await local.configure(emulator);
await run('admin', ['reset-password', 'admin', '--password-stdin'], EXAMPLE_PASSWORD);

console.log(`  访客 Visitor side  ${siteUrl}/`);

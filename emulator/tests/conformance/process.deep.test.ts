import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import path from 'node:path';
import tcb from '@cloudbase/node-sdk';
import { afterEach, describe, expect, it } from 'vitest';
import { makeDirectory, writeFunctionTo } from './fixture.ts';

const ROOT = path.resolve(import.meta.dirname, '../../..');
const ROUNDS = 20;
const SECRETS = { EMULATOR_SECRET_ID: 'AKIDtest', EMULATOR_SECRET_KEY: 'secret-of-the-test' };

interface Running {
  child: ChildProcess;
  port: number;
  output: string[];
  ended: Promise<number | null>;
}

const children = new Set<ChildProcess>();
afterEach(() => {
  for (const child of children)
    if (child.pid && child.exitCode === null && child.signalCode === null)
      process.kill(-child.pid, 'SIGKILL');
  children.clear();
});

/** A port that the system has just assigned and released. */
const freePort = () =>
  new Promise<number>(resolve => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });

function layOut() {
  const root = makeDirectory();
  const [data, functions, config] = ['data', 'functions', 'config.json'].map(name =>
    path.join(root, name),
  ) as [string, string, string];
  mkdirSync(functions);
  writeFunctionTo(
    functions,
    'slow',
    `exports.main = async ({ ms }) => { await new Promise(d => setTimeout(d, ms)); return { done: ms }; }`,
  );
  writeFunctionTo(functions, 'spin', 'exports.main = () => { for (;;); }');
  writeFileSync(
    config,
    JSON.stringify({
      envId: 'local',
      collections: [{ name: 'rows', acl: 'ADMINONLY' }],
      functions: { slow: { rule: true, timeout: 20 }, spin: { rule: true, timeout: 60 } },
    }),
  );
  return { data, functions, config };
}

function command(
  { data, functions, config }: ReturnType<typeof layOut>,
  port: number,
  env: Record<string, string> = SECRETS,
) {
  const script = ['--import', 'tsx', 'emulator/start.ts'];
  const flags = { port: String(port), data, workers: '2', functions, config };
  return {
    args: [...script, ...Object.entries(flags).flatMap(([name, value]) => [`--${name}`, value])],
    options: {
      cwd: ROOT,
      env: { PATH: process.env.PATH, ...env },
      stdio: ['ignore', 'pipe', 'pipe'] as ['ignore', 'pipe', 'pipe'],
      detached: true,
    },
  };
}

function launch(
  place: ReturnType<typeof layOut>,
  port: number,
  env: Record<string, string> = SECRETS,
) {
  const { args, options } = command(place, port, env);
  const child = spawn(process.execPath, args, options);
  children.add(child);
  const output: string[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => output.push(chunk.toString()));
  const ended = new Promise<number | null>(resolve => child.once('exit', resolve));
  return { child, output, ended };
}

async function start(
  place: ReturnType<typeof layOut>,
  env?: Record<string, string>,
): Promise<Running> {
  const port = await freePort();
  const { child, output, ended } = launch(place, port, env);
  for (;;) {
    if (child.exitCode !== null) throw new Error(output.join(''));
    const healthy = await fetch(`http://127.0.0.1:${port}/__emulator/health`).then(
      reply => reply.ok,
      () => false,
    );
    if (healthy) return { child, port, output, ended };
    await new Promise(done => setTimeout(done, 20));
  }
}

const connect = ({ port }: Running) =>
  tcb.init({
    env: 'local',
    secretId: SECRETS.EMULATOR_SECRET_ID,
    secretKey: SECRETS.EMULATOR_SECRET_KEY,
    serviceUrl: `http://127.0.0.1:${port}/admin`,
  });
const call = ({ port }: Running, name: string, ms = 0) =>
  fetch(`http://127.0.0.1:${port}/v1/functions/${name}`, {
    method: 'POST',
    headers: { authorization: 'Bearer local-publishable-key', connection: 'close' },
    body: JSON.stringify({ ms }),
  });

describe('the command', () => {
  it('prints the secrets it made, but not those it was given', async () => {
    const made = await start(layOut(), {});
    await expect
      .poll(() => made.output.join(''))
      .toMatch(/EMULATOR_SECRET_ID=AKID\w+\nEMULATOR_SECRET_KEY=\S+\n/);
    const given = await start(layOut());
    await expect.poll(() => given.output.join('')).toContain('/admin');
    expect(given.output.join('')).not.toContain(SECRETS.EMULATOR_SECRET_KEY);
  });

  it('refuses a directory in use, but not one whose user has been killed', async () => {
    const place = layOut();
    const first = await start(place);
    const second = launch(place, await freePort());
    expect(await second.ended).toBe(1);
    expect(second.output.join('')).toContain('in use by another emulator');
    process.kill(-(first.child.pid ?? 0), 'SIGKILL');
    await first.ended;
    const third = await start(place);
    const clash = launch(layOut(), third.port);
    expect(await clash.ended).toBe(1);
    expect(clash.output.join('')).toContain(`Port ${third.port} is in use`);
  });
});

describe('SIGTERM', () => {
  it.each([
    ['the process', false],
    ['its whole group', true],
  ])('to %s lets calls in flight finish and exits 0', async (_, group) => {
    const running = await start(layOut());
    expect((await call(running, 'slow', 1)).status).toBe(200);
    const inFlight = [call(running, 'slow', 1500), call(running, 'slow', 1200)];
    await new Promise(done => setTimeout(done, 500));
    const pid = running.child.pid ?? 0;
    process.kill(group ? -pid : pid, 'SIGTERM');
    await new Promise(done => setTimeout(done, 100));
    expect((await call(running, 'slow', 1)).status).toBe(503);
    const replies = await Promise.all(inFlight);
    expect(await Promise.all(replies.map(reply => reply.json()))).toEqual([
      { done: 1500 },
      { done: 1200 },
    ]);
    expect(await running.ended).toBe(0);
  });

  it(
    'ends it also when the process that reads its output has died',
    { timeout: 60_000 },
    async () => {
      const place = layOut();
      writeFunctionTo(
        place.functions,
        'slow',
        "exports.main = () => { console.log('said'); return {}; }",
      );
      const port = await freePort();
      const { args, options } = command(place, port);
      const parent = spawn(
        process.execPath,
        [
          '-e',
          `const { spawn } = require('node:child_process');
         const child = spawn(process.execPath, ${JSON.stringify(args)}, { stdio: 'pipe' });
         child.stdout.resume(); child.stderr.resume(); console.log(child.pid);`,
        ],
        options,
      );
      children.add(parent);
      const pid = await new Promise<number>(resolve =>
        parent.stdout.once('data', chunk => resolve(Number(String(chunk)))),
      );
      const isThere = () => {
        try {
          return process.kill(pid, 0);
        } catch {
          return false;
        }
      };
      const heard = () =>
        fetch(`http://127.0.0.1:${port}/v1/functions/slow`, {
          method: 'POST',
          headers: { authorization: 'Bearer local-publishable-key', connection: 'close' },
          body: '{}',
          signal: AbortSignal.timeout(5_000),
        }).then(
          ({ status }) => status,
          () => 0,
        );
      try {
        await expect.poll(heard, { timeout: 30_000 }).toBe(200);
        parent.kill('SIGKILL');
        await new Promise(resolve => parent.once('exit', resolve));
        // What this says is read by nobody.
        expect(await heard()).toBe(200);
        process.kill(pid, 'SIGTERM');
        await expect.poll(isThere, { timeout: 12_000 }).toBe(false);
      } finally {
        if (isThere()) process.kill(pid, 'SIGKILL');
      }
    },
  );

  it('waits at most ten seconds for calls in flight', { timeout: 30_000 }, async () => {
    const running = await start(layOut());
    const stuck = call(running, 'spin').catch(() => null);
    await new Promise(done => setTimeout(done, 800));
    const asked = Date.now();
    running.child.kill('SIGTERM');
    expect(await running.ended).toBe(0);
    expect(Date.now() - asked).toBeLessThan(12_000);
    await stuck;
  });
});

describe('kill -9 during writes', () => {
  it(
    `loses nothing acknowledged and leaves nothing half written, ${ROUNDS} times`,
    { timeout: 30_000 + ROUNDS * 8000 },
    async () => {
      const place = layOut();
      process.env.TENCENTCLOUD = 'true';
      process.env.SILENCE = 'true';
      const rows = new Map<string, number>();
      const files = new Map<string, { round: number; content: Buffer }>();
      const overwritten = 'files/same.bin';
      let lastOverwrite = -1;
      let attempted = -1;
      const blob = (n: number) => Buffer.alloc(50_000 + n, n % 251);

      for (let round = 0; round <= ROUNDS; round++) {
        const running = await start(place);
        const app = connect(running);
        const collection = app.database().collection('rows');

        const stored = new Map<string, unknown>();
        for (let page = 0; page === stored.size; page += 1000) {
          const { data } = await collection.orderBy('n', 'asc').skip(page).limit(1000).get();
          for (const row of data as { _id: string }[]) stored.set(row._id, row);
        }
        for (const [id, n] of rows) expect(stored.get(id)).toEqual({ _id: id, n, copy: n });
        // What was not acknowledged is complete or missing.
        for (const row of stored.values())
          expect((row as { n: number }).n).toBe((row as { copy: number }).copy);
        // The files of the round before; at the end, all.
        const fresh = [...files].filter(
          ([, { round: of }]) => of === round - 1 || round === ROUNDS,
        );
        for (const [cloudPath, { content }] of fresh) {
          const { fileContent } = await app.downloadFile({
            fileID: `cloud://local.files/${cloudPath}`,
          });
          expect(Buffer.compare(fileContent as Buffer, content), cloudPath).toBe(0);
        }
        if (lastOverwrite >= 0) {
          const { fileContent } = await app.downloadFile({
            fileID: `cloud://local.files/${overwritten}`,
          });
          const digest = (content: Buffer) => createHash('sha256').update(content).digest('hex');
          const possible = [];
          for (let n = lastOverwrite; n <= attempted; n++) possible.push(digest(blob(n)));
          expect(possible).toContain(digest(fileContent as Buffer));
        }
        if (round === ROUNDS) {
          running.child.kill('SIGTERM');
          expect(await running.ended).toBe(0);
          break;
        }

        const [rowsBefore, filesBefore] = [rows.size, files.size];
        let alive = true;
        const writer = async (name: string, write: (n: number) => Promise<void>) => {
          for (let n = 0; alive; n++)
            await write(round * 100_000 + n).catch(() => new Promise(done => setTimeout(done, 5)));
          return name;
        };
        const writers = [
          writer('rows', async n => {
            await collection.add({ _id: `r${n}`, n, copy: n });
            rows.set(`r${n}`, n);
          }),
          writer('files', async n => {
            await app.uploadFile({ cloudPath: `files/${n}.bin`, fileContent: blob(n) });
            files.set(`files/${n}.bin`, { round, content: blob(n) });
          }),
          writer('same', async n => {
            attempted = n;
            await app.uploadFile({ cloudPath: overwritten, fileContent: blob(n) });
            lastOverwrite = n;
          }),
        ];
        await expect
          .poll(() => rows.size > rowsBefore && files.size > filesBefore, { timeout: 20_000 })
          .toBe(true);
        // Then at any moment.
        await new Promise(done => setTimeout(done, Math.random() * 400));
        process.kill(-(running.child.pid ?? 0), 'SIGKILL');
        await running.ended;
        alive = false;
        await Promise.all(writers);
      }
      expect(rows.size).toBeGreaterThan(ROUNDS);
      expect(files.size).toBeGreaterThan(ROUNDS);
    },
  );
});

import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeAll, expect, it, onTestFinished } from 'vitest';
import { build, root } from '../../scripts/shared/built.js';

beforeAll(() => build(), 300_000);

/** `npm start` in a terminal's process group of its own. @returns what began it, npm, and the product's address */
const startByNpm = async (before = '') => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'back-office-'));
  const command = `${before} npm start -- --port 0 --demo none --data ${dataDir} & echo "npm is $!"; wait`;
  const terminal: ChildProcess = spawn('sh', ['-c', command], {
    cwd: root,
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  const found = async (pattern: RegExp) => {
    await expect.poll(() => pattern.exec(output)?.[1], { timeout: 60_000 }).toBeDefined();
    return pattern.exec(output)![1]!;
  };
  terminal.stdout!.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const npm = Number(await found(/npm is (\d+)/));
  onTestFinished(() => {
    try {
      process.kill(-terminal.pid!, 'SIGKILL');
    } catch {
      // All of the group are gone.
    }
    rmSync(dataDir, { recursive: true, force: true });
  });
  return { terminal, npm, url: await found(/Visitor side\s+(\S+)/) };
};

const answers = (url: string) =>
  fetch(`${url}/__emulator/health`).then(
    () => true,
    () => false,
  );

it.each(['SIGTERM', 'SIGKILL'] as const)(
  'npm start leaves nothing behind when npm gets %s',
  async signal => {
    const { npm, url } = await startByNpm();
    process.kill(npm, signal);
    await expect.poll(() => answers(url), { timeout: 20_000 }).toBe(false);
  },
);

it('nohup npm start goes on when its terminal is gone, and ends with npm', async () => {
  const { terminal, npm, url } = await startByNpm('nohup');
  const gone = new Promise(resolve => terminal.once('exit', resolve));
  terminal.kill('SIGHUP');
  await gone;
  // Three times as long as it takes to notice that npm is gone.
  for (let looks = 0; looks < 15; looks += 1) {
    await new Promise(resolve => setTimeout(resolve, 100));
    expect(await answers(url)).toBe(true);
  }
  process.kill(npm, 'SIGTERM');
  await expect.poll(() => answers(url), { timeout: 20_000 }).toBe(false);
});

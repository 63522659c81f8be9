import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');

it('npm run dev serves the sources, and the functions behind the same address', async () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'back-office-dev-'));
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', 'scripts/dev.ts', '--port', '0', '--data', dataDir],
    // In colour, as a terminal or a CI would have it: the address stays readable.
    {
      cwd: root,
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, FORCE_COLOR: '1', NO_COLOR: undefined },
    },
  );
  const ended = new Promise(resolve => child.on('close', resolve));
  onTestFinished(async () => {
    child.kill('SIGTERM');
    await ended;
    rmSync(dataDir, { recursive: true, force: true });
  });
  let output = '';
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      const address = /http:\/\/127\.0\.0\.1:\d+/.exec(output)?.[0];
      if (address) resolve(address);
    });
    void ended.then(() => reject(new Error(output)));
  });
  const source = await fetch(`${url}/authProvider/session.ts`);
  expect(await source.text()).toContain('saveSession');
  const answer = await fetch(`${url}/v1/functions/appTemplate`, {
    method: 'POST',
    headers: {
      authorization: 'Bearer local-publishable-key',
      'content-type': 'application/json',
    },
    body: JSON.stringify({ action: 'getTemplates', data: { pageSize: 1 } }),
  });
  expect(await answer.json()).toMatchObject({ code: 0, data: { list: [{}] } });
  expect(await (await fetch(`${url}/config.js`)).text()).toContain('local-publishable-key');
});

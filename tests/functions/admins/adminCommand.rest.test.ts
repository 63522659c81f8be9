import { spawn } from 'node:child_process';
import { scryptSync } from 'node:crypto';
import path from 'node:path';
import { expect, it } from 'vitest';
import { startWorld } from '../world/harness.ts';

const world = await startWorld();

/** The real command, on the platform of these tests as it is on the cloud. */
const run = (...args: string[]) =>
  new Promise<{ code: number | null; output: string }>(resolve => {
    const root = path.join(import.meta.dirname, '../../..');
    const script = path.join(root, 'scripts/admin.ts');
    const all = ['--import', 'tsx', script, ...args];
    const child = spawn(process.execPath, all, { cwd: root, stdio: ['pipe', 'pipe', 'pipe'] });
    let output = '';
    child.stdout.on('data', text => (output += String(text)));
    child.stderr.on('data', text => (output += String(text)));
    child.on('close', code => resolve({ code, output }));
    child.stdin.end('secret 密码\n');
  });

it('npm run admin makes an administrator with the password on standard input, in the environment it names', async () => {
  const { envId, url } = world.emulator;
  const where = ['--env', envId, '--endpoint', `${url}/`];
  expect(await run('create', 'Second', '--nickname', '二号', '--password-stdin', ...where)).toEqual(
    {
      code: 0,
      output: 'second can sign in now.\n',
    },
  );
  const made = (await world.rows('admins')).find(one => one['username'] === 'second');
  expect(made).toMatchObject({ nickName: '二号', status: 'active', oneTimeUntil: null });
  // Made by another process, at full cost, which signing in here is spared.
  const [salt = '', key] = String(made?.['passwordHash']).split('$').slice(-2);
  const cost = { N: 2 ** 15, r: 8, p: 3, maxmem: 64 * 1024 * 1024 };
  const same = scryptSync('secret 密码', Buffer.from(salt, 'base64url'), 32, cost);
  expect(same.toString('base64url')).toBe(key);
});

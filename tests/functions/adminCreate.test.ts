import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';

const root = path.join(import.meta.dirname, '../..');
const data = mkdtempSync(path.join(os.tmpdir(), 'admin-create-'));
afterAll(() => rmSync(data, { recursive: true, force: true }));

const create = (password: string, ...args: string[]) =>
  new Promise<{ code: number | null; output: string }>(resolve => {
    const script = path.join(root, 'scripts/admin-create.ts');
    // A port where nothing answers: the data directory is opened by the script itself.
    const all = ['--import', 'tsx', script, '--data', data, '--port', '1', ...args];
    const child = spawn(process.execPath, all, { cwd: root });
    let output = '';
    child.stdout.on('data', text => (output += String(text)));
    child.stderr.on('data', text => (output += String(text)));
    child.on('close', code => resolve({ code, output }));
    child.stdin.end(`${password}\n`);
  });

describe('npm run admin:create', () => {
  it('makes an administrator in a stopped product, once, with a good password only', async () => {
    expect(await create('secret 密码', '--username', 'second', '--nickname', '二号')).toEqual({
      code: 0,
      output: 'Administrator second can sign in now.\n',
    });
    expect(await create('secret 密码', '--username', 'Second')).toEqual({
      code: 1,
      output: 'username: 用户名已存在\n',
    });
    expect(await create('12345', '--username', 'third')).toEqual({
      code: 1,
      output: 'password: 密码长度不能少于6个字符\n',
    });
    expect((await create('123456')).output).toBe('--username is required\n');
  });
});

import { randomBytes } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it, vi } from 'vitest';
import { makeDirectory } from '../fixture.ts';
import { startPlatform } from './platform.ts';

it('creates and replaces a function as the library does it, with its code over object storage', async () => {
  vi.spyOn(console, 'log').mockReturnValue(undefined);
  await using platform = await startPlatform({ conditions: { delays: { function: 300 } } });
  const { functions } = platform.library;
  const functionRootPath = makeDirectory();
  const deploy = (text: string, force: boolean) => {
    mkdirSync(path.join(functionRootPath, 'greet'), { recursive: true });
    writeFileSync(
      path.join(functionRootPath, 'greet', 'index.js'),
      `exports.main = ({ name }) => ({ text: process.env.GREETING + name + ${JSON.stringify(text)} });`,
    );
    const func = {
      name: 'greet',
      timeout: 5,
      memorySize: 128,
      envVariables: { GREETING: '你好，' },
      path: '/greet',
    };
    return functions.createFunction({ func, functionRootPath, force });
  };
  const greet = async () => {
    const { RetMsg } = await functions.invokeFunction('greet', { name: '小王' });
    return JSON.parse(RetMsg) as unknown;
  };

  await deploy('。', false);

  expect(await greet()).toEqual({ text: '你好，小王。' });
  expect(await functions.getFunctionDetail('greet')).toMatchObject({
    Status: 'Active',
    Timeout: 5,
    MemorySize: 128,
    Runtime: 'Nodejs20.19',
    Environment: { Variables: [{ Key: 'GREETING', Value: '你好，' }] },
  });
  const all = await functions.listAllFunctions({ envId: platform.emulator.envId });
  expect(all).toMatchObject([{ FunctionName: 'greet', Status: 'Active' }]);

  await deploy('！', true);

  expect(await greet()).toEqual({ text: '你好，小王！' });
  vi.restoreAllMocks();
});

it('takes code that is larger than one part of an upload', async () => {
  vi.spyOn(console, 'log').mockReturnValue(undefined);
  await using platform = await startPlatform();
  const { functions } = platform.library;
  const functionRootPath = makeDirectory();
  const blob = randomBytes(1_700_000).toString('base64');
  mkdirSync(path.join(functionRootPath, 'large'));
  writeFileSync(
    path.join(functionRootPath, 'large', 'index.js'),
    `const blob = '${blob}';\nexports.main = () => blob.length;`,
  );

  await functions.createFunction({ func: { name: 'large' }, functionRootPath });

  const { RetMsg } = await functions.invokeFunction('large', {});
  expect(JSON.parse(RetMsg)).toBe(blob.length);
  vi.restoreAllMocks();
});

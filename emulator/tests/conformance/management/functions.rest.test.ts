import { randomBytes } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { unzipSync, zipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { makeDirectory } from '../fixture.ts';
import { type Platform, startPlatform } from './platform.ts';

let platform: Platform;
let root: string;
beforeAll(async () => {
  vi.spyOn(console, 'log').mockReturnValue(undefined);
  root = makeDirectory();
  platform = await startPlatform();
});
afterAll(async () => {
  vi.restoreAllMocks();
  await platform[Symbol.asyncDispose]();
});

function write(name: string, source: string, manifest?: object): void {
  const folder = path.join(root, name);
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, 'index.js'), source);
  if (manifest) writeFileSync(path.join(folder, 'package.json'), JSON.stringify(manifest));
}

/** The library's own way takes two seconds at least. */
async function create(name: string, more: object = {}): Promise<void> {
  const { functions } = platform.library;
  const Code = await functions['getCodeParams'](
    { func: { name }, functionRootPath: root, deployMode: 'zip' },
    'FALSE',
  );
  await scf('CreateFunction', {
    FunctionName: name,
    Code,
    Handler: 'index.main',
    Runtime: 'Nodejs20.19',
    ...more,
  });
}

const scf = (Action: string, Param: object) =>
  platform.library
    .commonService('scf', '2018-04-16')
    .call({ Action, Param: { Namespace: platform.emulator.envId, ...Param } });

const call = async (name: string, params = {}) => {
  const { RetMsg } = await platform.library.functions.invokeFunction(name, params);
  return JSON.parse(RetMsg) as unknown;
};

const answering = (text: string) => `exports.main = () => ({ text: ${JSON.stringify(text)} });`;

describe('a function', () => {
  it('runs on a Node that the platform offers, and is refused for another', async () => {
    write('newest', answering('on the newest'));
    await create('newest', { Runtime: 'Nodejs24.11' });
    expect(await call('newest')).toEqual({ text: 'on the newest' });
    write('other', answering('never'));
    for (const Runtime of ['Nodejs24.12', 'Nodejs4.0'])
      await expect(create('other', { Runtime })).rejects.toMatchObject({
        code: 'InvalidParameterValue.Runtime',
      });
  });

  it('is refused under a name that is taken, and without code', async () => {
    write('taken', answering('first'));
    await create('taken');

    await expect(create('taken')).rejects.toMatchObject({ code: 'ResourceInUse.Function' });
    const empty = { FunctionName: 'empty', Code: { ZipFile: 'bm8gemlw' } };
    await expect(scf('CreateFunction', empty)).rejects.toMatchObject({
      code: 'InvalidParameterValue.ZipFile',
    });
  });

  it('is refused when its code leads out of its folder', async () => {
    const archive = zipSync({ 'index.js': new Uint8Array(), '../../outside.js': new Uint8Array() });
    const ZipFile = Buffer.from(archive).toString('base64');

    await expect(
      scf('CreateFunction', { FunctionName: 'escaping', Code: { ZipFile } }),
    ).rejects.toMatchObject({ code: 'InvalidParameterValue.ZipFile' });
  });

  it('runs new code at the next call, while a call in flight ends on the old', async () => {
    write(
      'versioned',
      `exports.main = ({ wait }) => {
        console.log('waiting', wait);
        return new Promise(done => setTimeout(() => done({ text: require('./text.js') }), wait));
      };`,
    );
    writeFileSync(path.join(root, 'versioned', 'text.js'), "module.exports = 'old';");
    await create('versioned', { Timeout: 10 });
    expect(await call('versioned', { wait: 0 })).toEqual({ text: 'old' });

    const before = call('versioned', { wait: 400 });
    await vi.waitFor(() =>
      expect(platform.log).toContainEqual(expect.stringContaining('waiting 400')),
    );
    writeFileSync(path.join(root, 'versioned', 'text.js'), "module.exports = 'new';");
    const Code = await platform.library.functions['getCodeParams'](
      { func: { name: 'versioned' }, functionRootPath: root, deployMode: 'zip' },
      'FALSE',
    );
    await scf('UpdateFunctionCode', { FunctionName: 'versioned', Code });

    expect(await call('versioned', { wait: 0 })).toEqual({ text: 'new' });
    expect(await before).toEqual({ text: 'old' });
  });

  it('gets other variables, all of them at once', async () => {
    write('variables', 'exports.main = () => [process.env.ONE ?? null, process.env.TWO ?? null];');
    const variables = (list: Record<string, string>) => ({
      Environment: { Variables: Object.entries(list).map(([Key, Value]) => ({ Key, Value })) },
    });
    await create('variables', variables({ ONE: '1' }));

    await platform.library.functions.updateFunctionConfig({
      name: 'variables',
      envVariables: { TWO: '2' },
    });

    expect(await call('variables')).toEqual([null, '2']);
    const large = variables({ LARGE: 'x'.repeat(5000) });
    await expect(
      scf('UpdateFunctionConfiguration', { FunctionName: 'variables', ...large }),
    ).rejects.toMatchObject({ code: 'InvalidParameterValue.EnvironmentExceededLimit' });
  });

  it('takes the packages that its manifest names from those of the platform', async () => {
    write('packaged', "exports.main = () => [typeof require('fflate').zipSync];", {
      dependencies: { fflate: '*' },
    });
    await create('packaged', { InstallDependency: 'TRUE' });
    expect(await call('packaged')).toEqual(['function']);

    write('unknown', answering(''), { dependencies: { 'no-such-package-here': '1' } });
    await create('unknown', { InstallDependency: 'TRUE' });
    expect(await platform.library.functions.getFunctionDetail('unknown')).toMatchObject({
      Status: 'CreateFailed',
      StatusReasons: [{ ErrorMessage: expect.stringContaining('no-such-package-here') }],
    });
    await platform.library.functions.deleteFunction('unknown');
    await expect(platform.library.functions.getFunctionDetail('unknown')).rejects.toMatchObject({
      code: 'ResourceNotFound.Function',
    });
  });

  it('refuses changes while one is under way, and runs its old code until then', async () => {
    write('slow', answering('old'));
    await create('slow');
    await platform.seam('management', { delays: { function: 60_000 } });
    write('slow', answering('new'));
    const Code = await platform.library.functions['getCodeParams'](
      { func: { name: 'slow' }, functionRootPath: root, deployMode: 'zip' },
      'FALSE',
    );
    const update = () => scf('UpdateFunctionCode', { FunctionName: 'slow', Code });

    await update();

    expect(await call('slow')).toEqual({ text: 'old' });
    expect(await platform.library.functions.getFunctionDetail('slow')).toMatchObject({
      Status: 'Updating',
    });
    await expect(update()).rejects.toMatchObject({
      code: 'FailedOperation.UpdateFunctionCode',
      message: expect.stringContaining('当前函数处于Updating状态，无法进行此操作，请稍后重试。'),
    });
    await platform.seam('clock', { now: Date.now() + 61_000 });
    expect(await call('slow')).toEqual({ text: 'new' });
    await platform.seam('clock', { now: null });
    await platform.seam('management', { delays: { function: 0 } });
  });

  it('hands out its code', async () => {
    write('fetched', answering('code'));
    await create('fetched');

    const { Url } = await platform.library.functions.getFunctionDownloadUrl('fetched');
    const archive = new Uint8Array(await (await fetch(Url)).arrayBuffer());

    expect(Buffer.from(unzipSync(archive)['index.js']!).toString()).toBe(answering('code'));
  });

  it('has timers, which begin and end with a call', async () => {
    write(
      'timed',
      'let runs = 0;\nexports.main = ({ Type }) => (Type === "Timer" ? ++runs : runs);',
    );
    await create('timed');
    const { functions } = platform.library;
    const nightly = { name: 'nightly', type: 'timer', config: '0 0 3 * * * *' };

    await functions.createFunctionTriggers('timed', [nightly]);

    expect(await functions.getFunctionDetail('timed')).toMatchObject({
      Triggers: [
        { TriggerName: 'nightly', Type: 'timer', TriggerDesc: '{"cron":"0 0 3 * * * *"}' },
      ],
    });
    await platform.seam('clock', { now: Date.now() + 86_400_000 });
    await vi.waitFor(async () => expect(await call('timed')).toBeGreaterThan(0), 5000);
    await platform.seam('clock', { now: null });
    await expect(functions.createFunctionTriggers('timed', [nightly])).rejects.toMatchObject({
      code: 'ResourceInUse.TriggerName',
    });
    await functions.deleteFunctionTrigger('timed', 'nightly');
    expect(await functions.getFunctionDetail('timed')).toMatchObject({ Triggers: [] });

    await platform.seam('management', { limits: { triggers: 1 } });
    const two = ['one', 'two'].map(name => ({ ...nightly, name }));
    await expect(functions.createFunctionTriggers('timed', two)).rejects.toMatchObject({
      code: 'LimitExceeded.Trigger',
    });
    expect(await functions.getFunctionDetail('timed')).toMatchObject({ Triggers: [] });
    await platform.seam('management', { limits: { triggers: 10 } });
  });

  it('is there after a restart', async () => {
    write('lasting', answering('still here'));
    await create('lasting');

    await platform.restart();

    expect(await call('lasting')).toEqual({ text: 'still here' });
  });
});

it('creates and replaces a function as the library does it, with its code over object storage', async () => {
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
});

it('takes code that is larger than one part of an upload', async () => {
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
});

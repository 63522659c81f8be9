import { zipSync } from 'fflate';
import { expect, it } from 'vitest';
import {
  type Platform,
  startPlatform,
} from '../../emulator/tests/conformance/management/platform.ts';
import { deployedFunctions } from '../../scripts/build/platform.ts';
import { carryOut, changesOf, planAll } from '../../scripts/deploy/carryOut.ts';
import type { Deployment } from '../../scripts/deploy/deployment.ts';
import { readFunctions } from '../../scripts/deploy/functions.ts';
import { functionsPart } from '../../scripts/deploy/parts/functions.ts';
import { contentOf } from '../../scripts/deploy/release.ts';
import { cloudOf } from './platformIndexes.ts';

/** Three functions, and what deploys them. */
const functionsOn = (platform: Platform) => {
  const cloud = cloudOf(platform);
  const code = contentOf(
    Buffer.from(zipSync({ 'index.js': Buffer.from('exports.main = () => 0') })),
  );
  const functions = deployedFunctions()
    .filter(({ name }) => ['worker', 'adminSettings', 'callback'].includes(name))
    .map(one => ({ ...one, code }));
  const deployment = {
    cloud,
    release: { version: 'v1', functions },
    variables: { of: () => ({}) },
    versions: { kept: [] },
    allowed: {},
    functionsNow: () => readFunctions(cloud),
  };
  const part = functionsPart(deployment as unknown as Deployment & typeof deployment);
  const deploy = async () => {
    const planned = changesOf(await planAll([part])).map(({ name, why }) => `${name}: ${why}`);
    const turn = () => Promise.resolve();
    await carryOut([part], () => undefined, turn);
    const now = [...(await readFunctions(cloud))];
    return {
      planned,
      addresses: now.map(([name, { addresses }]) => [name, addresses]),
      runtimes: now.map(([name, { runtime }]) => `${name} ${runtime}`),
    };
  };
  return { cloud, deploy };
};

it('functions that call WeChat have an address that stays, also when they are made anew', async () => {
  await using platform = await startPlatform();
  const { cloud, deploy } = functionsOn(platform);
  const change = (FunctionName: string, setting: object) =>
    cloud.call('scf', 'UpdateFunctionConfiguration', {
      Namespace: cloud.envId,
      FunctionName,
      ...setting,
    });
  const as = [
    ['adminSettings', ['203.0.113.20']],
    ['callback', undefined],
    ['worker', ['203.0.113.20']],
  ];

  expect((await deploy()).addresses).toEqual(as);
  expect((await deploy()).planned).toEqual([]);
  await change('adminSettings', { PublicNetConfig: { EipConfig: { EipStatus: 'DISABLE' } } });
  await change('worker', { Runtime: 'Nodejs18.15' });
  const again = await deploy();
  expect(again.addresses).toEqual(as);
  expect(again.planned).toEqual([
    'adminSettings: fixed address',
    expect.stringContaining('worker: runs on Nodejs18.15; is made anew') as string,
  ]);
  cloud.close();
});

it('functions go to Node 24, where it is not offered to Node 20, and stay there', async () => {
  await using platform = await startPlatform({ conditions: { runtimes: ['Nodejs20.19'] } });
  const { cloud, deploy } = functionsOn(platform);
  const older = ['adminSettings', 'callback', 'worker'].map(name => `${name} Nodejs20.19`);
  expect((await deploy()).runtimes).toEqual(older);
  await platform.seam('management', { runtimes: ['Nodejs24.11', 'Nodejs20.19'] });
  expect(await deploy()).toMatchObject({ planned: [], runtimes: older });
  await cloud.call('scf', 'DeleteFunction', { Namespace: cloud.envId, FunctionName: 'worker' });
  expect((await deploy()).runtimes).toContain('worker Nodejs24.11');
  cloud.close();
});

import type CloudBase from '@cloudbase/manager-node';
import { zipSync } from 'fflate';
import { expect } from 'vitest';
import { type DeployedEnvironment, ENV_ID } from './environment.ts';

export const MINUTES = 60_000;

/** The steps that were carried out, without their order. */
export const doneIn = (output: string) =>
  [...output.matchAll(/^ {2}done: (.*)$/gm)]
    .map(([, name]) => name!.replace(/^((to )?version )?[0-9a-f]{12}$/, '$1N'))
    .sort();

export const versionIn = (output: string) => /^Version (\w+) is in use/m.exec(output)?.[1];

/** What the command printed. */
export const deployed = async (environment: DeployedEnvironment): Promise<string> => {
  const { code, output } = await environment.deploy();
  expect(code, output).toBe(0);
  return output;
};

/** A migration as an environment remembers it. */
export const migration = (_id: string, kind: 'adds' | 'removes') => ({
  _id,
  kind,
  sentence: 'Takes the old phone field away',
  status: 'done',
  isLive: true,
  version: '9.0.0',
});

export const statusOf = async ({ emulator }: DeployedEnvironment, id: string): Promise<unknown> => {
  const { data } = await emulator.database.handle('database.getDocument', {
    collectionName: 'migrations',
    query: JSON.stringify({ _id: id }),
  });
  const [line] = (data as { list: string[] }).list;
  return (JSON.parse(line!) as { status: unknown }).status;
};

/** As an operator who repairs or breaks something in the console. */
export const switchTimerOff = ({ library }: DeployedEnvironment, owner: string, timer: string) =>
  library.commonService('scf', '2018-04-16').call({
    Action: 'UpdateTriggerStatus',
    Param: {
      Namespace: ENV_ID,
      FunctionName: owner,
      TriggerName: timer,
      Type: 'timer',
      Enable: 'CLOSE',
    },
  });

/** A function that was not deployed by the command, with little in it. */
export const makeFunction = (
  { functions }: CloudBase,
  func: Parameters<CloudBase['functions']['createFunction']>[0]['func'],
) => {
  const code = zipSync({ 'index.js': Buffer.from('exports.main = async () => 0;') });
  return functions.createFunction({ func, base64Code: Buffer.from(code).toString('base64') });
};

/** Changes where an HTTP path leads, or how it is guarded. */
export const changeRoute = ({ cloud, emulator }: DeployedEnvironment, route: object) =>
  cloud.call('tcb', 'ModifyHTTPServiceRoute', {
    EnvId: ENV_ID,
    Domain: { Domain: new URL(emulator.url).host, Routes: [route] },
  });

/** The library's own way asks for HTTP paths first, by a call that the public API has no more. */
export const deleteFunction = ({ cloud }: DeployedEnvironment, name: string) =>
  cloud.call('scf', 'DeleteFunction', { Namespace: ENV_ID, FunctionName: name });
